/// Creating, configuring and closing data sources.
extension RequestMaker {

  mutating func create(_ source: String) -> SentRequest {
    var options = options(isNew: true)
    var rules = SentRules()
    if chance(35) {
      let identity = pick([["/name"], ["/name", "/n"]])
      rules.identity = identity
      options.add(
        #""identity":{"items":\#(list(identity.map { "\"\($0)\"" }))}"#
      ) { $0.rules.identity = identity }
    }
    if chance(60) {
      let history = chance(3) ? 65 : pick([0, 1, 2, 5, 20, 64])
      options.add(#""history":\#(history)"#) { $0.history = history }
      if history > 64 { options.faults.insert("limitExceeded") }
    }
    let document = chance(50) ? document(rules) : nil
    let snapshot = document.map { #","snapshot":\#($0.text)"# } ?? ""
    let sent = options
    return SentRequest(
      method: "dataSource/create",
      params: #"{"dataSource":"\#(source)","options":{\#(sent.text)}\#(snapshot)}"#
    ) { world throws(Refused) in try world.create(source, sent, document) }
  }

  mutating func configure(_ source: String, ofView isView: Bool = false) -> SentRequest {
    let options = options(isNew: false, ofView: isView)
    return SentRequest(
      method: "dataSource/configure",
      params: #"{"dataSource":"\#(source)","options":{\#(options.text)}}"#
    ) { world throws(Refused) in try world.configure(source, options) }
  }

  func close(_ source: String) -> SentRequest {
    SentRequest(method: "dataSource/close", params: #"{"dataSource":"\#(source)"}"#) {
      world throws(Refused) in try world.close(source)
    }
  }

  // MARK: Options

  /// Options, of a view seldom those that say how a list is edited.
  mutating func options(isNew: Bool, ofView isView: Bool = false) -> SentOptions {
    while true {
      var options = someOptions(isNew: isNew)
      guard isView, options.editsRows else { return options }
      if isNew, chance(nonsense) {
        options.faults.insert("invalidParams")
        return options
      }
    }
  }

  private mutating func someOptions(isNew: Bool) -> SentOptions {
    var options = SentOptions(text: "")
    if isNew || chance(40) { addFormat(to: &options) }
    if chance(30) { addContents(to: &options) }
    if chance(30) {
      let duplicates = pick(["error", "first", "last"])
      options.add(#""duplicates":"\#(duplicates)""#) { $0.rules.duplicates = duplicates }
    }
    if chance(10) {
      let animation = chance(70) ? "fade" : nil
      options.add(#""defaultRowAnimation":\#(animation.map { "\"\($0)\"" } ?? "null")"#) {
        $0.defaultRowAnimation = animation
      }
    }
    addTable(to: &options)
    if chance(nonsense) { addNonsense(to: &options, isNew: isNew) }
    return options
  }

  private mutating func addFormat(to options: inout SentOptions) {
    let format = pick(["batch", "batch", "sequential", "sequential", "staged", "staged", "none"])
    if format == "batch", chance(30) {
      return options.add(#""changeFormat":null"#) { $0.changeFormat = "batch" }
    }
    options.add(#""changeFormat":"\#(format)""#) { $0.changeFormat = format }
  }

  private mutating func addContents(to options: inout SentOptions) {
    let policy = pick(["reconfigure", "reload", "ignore"])
    options.add(#""contentChanges":"\#(policy)""#) { $0.contentChanges = policy }
    let includes = chance(70)
    options.add(#""includeContent":\#(includes)"#) { $0.includeContent = includes }
  }

  private mutating func addNonsense(to options: inout SentOptions, isNew: Bool) {
    var texts = [
      #""changeFormat":"xml""#, #""turn":1"#, #""cells":{"kind":"x"}"#,
      #""heights":{"default":-1}"#,
      #""reordering":true"#, #""heights":{"item":"h"}"#,
    ]
    if !isNew { texts += [#""history":3"#, #""identity":{"items":["/name"]}"#] }
    options.add(pick(texts)) { _ in }
    options.faults.insert("invalidParams")
  }
}

extension SentOptions {
  /// Whether one of them says how a list is edited.
  var editsRows: Bool {
    text.contains(/"(duplicates|identity|reordering|editing)":[^n]/)
  }

  /// Adds an option, and what it changes.
  mutating func add(_ option: String, _ change: @escaping (inout ModelOptions) -> Void) {
    text += (text.isEmpty ? "" : ",") + option
    changes.append(change)
  }
}
