/// What the members of messages hold: the words and numbers of the protocol, or what is the client's.
///
/// Whatever is not named here counts as the client's, so that a member that nobody thought of is
/// replaced and not told.
package enum RedactionRules {
  /// Members whose objects and arrays are the protocol's; what is in them is looked at one by one.
  package static let structures: Set<String> = [
    "params", "result", "error", "data", "edits", "options", "by", "changes", "counts", "warnings",
    "duplicates", "transaction", "deletes", "inserts", "moves", "reloads", "reconfigures", "rows",
    "dataSources", "snapshots", "identity", "cells", "reordering", "editing", "heights", "titles",
    "outline", "outlines", "positions", "capabilities", "general", "positionEncodings", "snapshot",
  ]

  /// Members that are numbers of the protocol: positions, counts, revisions, sizes.
  package static let numbers: Set<String> = [
    "at", "atRevision", "code", "count", "default", "deleted", "edit", "estimated", "expected",
    "from", "fromRevision", "height", "history", "id", "ifRevision", "index", "indexPath",
    "indexPaths", "indexes", "inserted", "level", "moved", "numberOfChildren",
    "numberOfDuplicates", "numberOfItems", "numberOfSections", "oldest", "percentage", "processId",
    "range", "reconfigured", "reloaded", "revision", "seed", "since", "to", "toRevision", "value",
    "y",
  ]

  /// Members that hold one of ``words``.
  package static let wordMembers: Set<String> = [
    "at", "changeFormat", "contentChanges", "duplicates", "jsonrpc", "mode", "op", "order",
    "positionEncodings", "trace", "value",
  ]

  /// The words that a client chooses from.
  package static let words: Set<String> = [
    "2.0", "start", "end", "batch", "sequential", "staged", "none", "reconfigure", "reload",
    "ignore",
    "error", "first", "last", "diff", "reloadData", "ascending", "descending", "off", "messages",
    "verbose",
    "appendSections", "insertSections", "deleteSections", "moveSection", "reloadSections",
    "appendItems", "insertItems", "deleteItems", "deleteAllItems", "moveItem", "reloadItems",
    "reconfigureItems", "moveItems", "replaceItems", "clearSections", "setItems", "setSections",
    "patchItems", "patchSections",
    "swapItems", "reverseItems", "shuffleItems", "sortItems", "reconfigureSections", "setOutlines",
    "append", "insert", "delete", "deleteAll", "expand", "collapse", "replaceChildren",
    "insertSnapshot", "utf-8", "utf-16", "utf-32",
  ]

  /// Members that hold words which the daemon has chosen.
  package static let daemonWords: Set<String> = [
    "kind", "limit", "member", "method", "op", "origin", "positions",
  ]

  /// Members of the daemon's that quote what it was sent, or would be other ones had it been sent
  /// a placeholder.
  package static let sentences: Set<String> = ["message", "nearest", "verbose"]

  /// Members of options that lead to a place in contents.
  package static let pointers: Set<String> = [
    "estimatedItem", "footer", "header", "indexTitles", "item", "items", "pointer",
  ]
}
