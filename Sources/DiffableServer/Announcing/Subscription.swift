import DataSources
import DiffableProtocol

/// One client's interest in a data source.
final class Subscription {
  // See Session for why these are not checked.

  /// The name that the client knows the data source by.
  let name: String
  let source: DataSource
  /// How the client is told of applies.
  @exclusivity(unchecked) var announcing: AnnouncingOptions

  /// The didApply that is still to be written, when the client reads slowly.
  ///
  /// It stands in the outbox, and knows the subscription; were it kept here too, neither would go.
  @exclusivity(unchecked) weak var pending: PendingDidApply?

  init(to name: String, _ source: DataSource, _ announcing: AnnouncingOptions) {
    self.name = name
    self.source = source
    self.announcing = announcing
  }
}
