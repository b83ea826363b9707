import JSON
import Snapshots

/// A row that the user has moved by hand: a front end that shows it there already skips the move.
struct RowTransaction {
  let item: Handle
  let from: IndexPath
  let to: IndexPath
}

extension JSONWriter {
  /// Writes the member `transaction`.
  mutating func member(_ transaction: RowTransaction, of pool: IdentifierPool) {
    name("transaction")
    beginObject()
    name("item")
    identifier(transaction.item, of: pool.items)
    member("from", transaction.from)
    member("to", transaction.to)
    endObject()
  }
}
