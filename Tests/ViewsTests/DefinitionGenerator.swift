import TestSupport

/// Makes up definitions of views.
struct DefinitionGenerator {
  private var random: SeededGenerator
  private let items: Int

  init(seed: UInt64, items: Int) {
    random = SeededGenerator(seed: seed)
    self.items = items
  }

  mutating func definition() -> NamedDefinition {
    var definition = NamedDefinition()
    for _ in 0..<3 { change(&definition, keepingRules: false) }
    definition.window = isRare(2) ? window() : nil
    definition.isLive = !isRare(8)
    return definition
  }

  /// Changes a stage or none.
  mutating func change(_ definition: inout NamedDefinition, keepingRules: Bool) {
    if isRare(3) { definition.isLive = !isRare(4) }
    if keepingRules || isRare(5) { definition.window = isRare(3) ? nil : window() }
    guard !keepingRules else { return }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: definition.takesHidden.toggle()
    case 1:
      definition.filter =
        isRare(3) ? nil : NamedDefinition.Filter.allCases.randomElement(using: &random)
    case 2: definition.ranks = isRare(2)
    case 3, 4: definition.sections = sections()
    case 5, 6:
      definition.sort = (0..<Int.random(in: 0...2, using: &random)).map { _ in key() }
      definition.beginsKeys = !isRare(4)
    default: definition.usesColumn.toggle()
    }
  }

  private mutating func sections() -> NamedDefinition.Sections {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: .base(keepingEmpty: false)
    case 1: .base(keepingEmpty: true)
    case 2: .one
    default:
      .groups(
        key(),
        descending: isRare(2),
        always: Array(["b", "S2", "1", "zz"].shuffled(using: &random).prefix(isRare(2) ? 2 : 0))
      )
    }
  }

  private mutating func window() -> NamedDefinition.Window {
    let (one, other) = (
      Int.random(in: 0...6, using: &random), Int.random(in: 0...6, using: &random)
    )
    return isRare(3)
      ? .around("i\(Int.random(in: 0..<items, using: &random))", before: one, after: other)
      : .at(offset: isRare(3) ? 0 : one, limit: isRare(8) ? .max : other)
  }

  private mutating func key() -> NamedDefinition.Key {
    NamedDefinition.Key.allCases.randomElement(using: &random) ?? .letter
  }

  private mutating func isRare(_ times: Int) -> Bool {
    Int.random(in: 0..<times, using: &random) == 0
  }
}
