import TestSupport

/// The options of a data source.
struct ModelOptions {
  var changeFormat = "batch"
  var includeContent = true
  var contentChanges = "reconfigure"
  var rules = SentRules()
  var defaultRowAnimation: String?
  var history = 64
  var reordering = RowRule(whole: false)
  var acrossSections = false
  var editing = RowRule(whole: true)
  var cells = RowRule<String?>(whole: nil)
  var heights = RowRule(whole: ModelHeight.automatic)
  var estimates = RowRule(whole: ModelHeight.automatic)
  var headers: String?
  var footers: String?
  var indexTitles: String?
}

/// Options as a client writes them.
struct SentOptions {
  var text: String
  var changes: [(inout ModelOptions) -> Void] = []
  /// Whether something in them is no option, or not now.
  var faults: Set<String> = []

  func changed(_ options: ModelOptions) throws(Refused) -> ModelOptions {
    guard faults.isEmpty else { throw Refused(faults) }
    var options = options
    for change in changes { change(&options) }
    return options
  }
}
