import DiffableProtocol

/// One client's interest in a data source.
struct Subscription {
  /// How the client is told of applies.
  var announcing: AnnouncingOptions

  /// The didApply that is still to be written, when the client reads slowly.
  ///
  /// It stands in the outbox, and knows the data source; were it kept here too, neither would go.
  weak var pending: PendingDidApply?
}
