// swift-tools-version: 6.3

import PackageDescription

// One section per target with its tests, lowest layer first. Who may import whom is the design:
// Sources/ARCHITECTURE.md has the table, and ArchitectureTests holds the imports against it.

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "diffabled",
  products: [
    .executable(name: "diffabled", targets: ["diffabled"])
  ],
  targets: [

    // MARK: Build time

    .executableTarget(
      name: "ContractWriter",
      path: "Sources/Contract/Writer",
      swiftSettings: settings
    ),
    .plugin(
      name: "EmbedContract",
      capability: .buildTool(),
      dependencies: ["ContractWriter"],
      path: "Sources/Contract/Plugin"
    ),

    // MARK: Model tower

    .target(name: "Snapshots", swiftSettings: settings),
    .testTarget(
      name: "SnapshotsTests",
      dependencies: ["Snapshots", "TestSupport"],
      swiftSettings: settings
    ),

    .target(name: "DataSources", dependencies: ["Snapshots"], swiftSettings: settings),
    .testTarget(
      name: "DataSourcesTests",
      dependencies: ["DataSources", "Snapshots", "TestSupport"],
      swiftSettings: settings
    ),

    .target(name: "Views", dependencies: ["DataSources", "Snapshots"], swiftSettings: settings),
    .testTarget(
      name: "ViewsTests",
      dependencies: ["DataSources", "Snapshots", "TestSupport", "Views"],
      swiftSettings: settings
    ),

    // MARK: Wire tower

    .target(name: "Framing", swiftSettings: settings),
    .testTarget(
      name: "FramingTests",
      dependencies: ["Framing", "TestSupport"],
      swiftSettings: settings
    ),

    .target(name: "JSON", swiftSettings: settings),
    .testTarget(
      name: "JSONTests",
      dependencies: ["JSON", "TestSupport"],
      swiftSettings: settings
    ),

    .target(name: "JSONRPC", dependencies: ["JSON"], swiftSettings: settings),
    .testTarget(
      name: "JSONRPCTests",
      dependencies: ["JSON", "JSONRPC", "TestSupport"],
      swiftSettings: settings
    ),

    .target(
      name: "DiffableProtocol",
      dependencies: ["JSON", "JSONRPC"],
      swiftSettings: settings,
      plugins: ["EmbedContract"]
    ),
    .testTarget(
      name: "DiffableProtocolTests",
      dependencies: ["DiffableProtocol", "JSON", "JSONRPC", "TestSupport"],
      swiftSettings: settings
    ),

    // MARK: Bridge

    .target(
      name: "DiffableServer",
      dependencies: [
        "DataSources", "DiffableProtocol", "JSON", "JSONRPC", "Snapshots", "Views",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "DiffableServerTests",
      dependencies: [
        "DiffableProtocol", "DiffableServer", "JSON", "JSONRPC", "Replicas", "TestSupport",
      ],
      swiftSettings: settings
    ),

    // MARK: Transcripts

    .target(name: "Replicas", dependencies: ["JSON"], swiftSettings: settings),

    .target(
      name: "Transcripts",
      dependencies: ["JSON", "JSONRPC", "Replicas"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "TranscriptTests",
      dependencies: [
        "DiffableProtocol", "DiffableServer", "Framing", "JSON", "JSONRPC", "Replicas",
        "TestSupport", "Transcripts", "diffabled",
      ],
      swiftSettings: settings
    ),

    // MARK: Executable

    .executableTarget(
      name: "diffabled",
      dependencies: ["DiffableServer", "Framing", "JSON", "JSONRPC", "Replicas", "Transcripts"],
      swiftSettings: settings
    ),

    // MARK: The whole

    .target(
      name: "TestSupport",
      dependencies: ["JSON", "Snapshots"],
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),
    .testTarget(
      name: "ArchitectureTests",
      dependencies: ["DiffableProtocol", "DiffableServer", "JSON", "JSONRPC", "TestSupport"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "DataSources", "DiffableServer", "Framing", "JSON", "Snapshots", "TestSupport",
      ],
      path: "Tests/Benchmarks",
      exclude: ["README.md"],
      swiftSettings: settings
    ),
  ]
)
