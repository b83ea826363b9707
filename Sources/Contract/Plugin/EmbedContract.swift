import PackagePlugin

/// Embeds the machine-readable description of the protocol into the target that it is applied to.
///
/// The generated file stands in the build folder, and is written anew when the description changes.
@main
struct EmbedContract: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let contract = context.package.directoryURL.appending(path: "protocol/openrpc.json")
    let source = context.pluginWorkDirectoryURL.appending(path: "OpenRPCDocument+Text.swift")
    return [
      .buildCommand(
        displayName: "Embedding protocol/openrpc.json",
        executable: try context.tool(named: "ContractWriter").url,
        arguments: [contract.path, source.path],
        inputFiles: [contract],
        outputFiles: [source]
      )
    ]
  }
}
