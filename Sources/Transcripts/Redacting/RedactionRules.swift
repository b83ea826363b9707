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
    "highlights", "view", "window",
  ]

  /// Members that are numbers of the protocol: positions, counts, revisions, sizes.
  package static let numbers: Set<String> = [
    "at", "atRevision", "baseRevision", "code", "count", "default", "deleted", "edit", "estimated",
    "expected",
    "from", "fromRevision", "height", "history", "id", "ifRevision", "index", "indexPath",
    "indexPaths", "indexes", "inserted", "level", "moved", "numberOfChildren",
    "numberOfDuplicates", "numberOfItems", "numberOfSections", "offset", "oldest", "percentage",
    "place", "processId", "range", "ranges", "reconfigured", "reloaded", "revision", "score",
    "seed",
    "since", "to", "toRevision", "total", "value", "y",
  ]

  /// Those of ``numbers`` that the daemon alone says: what a client has under such a name is its own.
  package static let daemonNumbers: Set<String> = ["code", "percentage", "score", "value"]

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
    "estimatedItem", "footer", "header", "indexTitles", "item", "items",
  ]
}

/// The members of a view's definition, where names mean something else than elsewhere: what is not
/// named here, such as operands and what is searched for, is the client's.
extension RedactionRules {
  /// Members whose objects and arrays are the protocol's.
  package static let viewStructures: Set<String> = [
    "where", "all", "any", "not", "search", "in", "groupBy", "sortBy", "window",
  ]

  /// Members that are numbers of the protocol.
  package static let viewNumbers: Set<String> = ["offset", "limit", "before", "after", "length"]

  /// Members that hold one of ``viewWords``.
  package static let viewWordMembers: Set<String> = [
    "from", "match", "case", "order", "compare", "missing", "take",
  ]

  /// The words that a definition chooses from.
  package static let viewWords: Set<String> = [
    "content", "identifier", "section", "words", "contains", "prefix", "fuzzy", "exact", "ignore",
    "ascending", "descending", "value", "text", "natural", "last", "first", "letter", "start",
  ]
}
