import TestSupport

extension World {
  func isView(_ name: String) -> Bool { (try? source(name))?.view != nil }

  /// A data source and all views above it, each behind its base.
  private func closing(_ name: String) -> [String] {
    sources.reduce(into: [name]) { closing, source in
      if let view = source.view, closing.contains(view.base) { closing.append(source.name) }
    }
  }

  /// Closes a data source and all views above it, the newest first.
  mutating func closeAll(above name: String) {
    for closing in closing(name).reversed() {
      sources.removeAll { $0.name == closing }
      events.append(.closed(closing))
    }
  }

  // MARK: Views

  mutating func createView(
    _ name: String,
    _ view: ModelView,
    _ options: SentOptions,
    _ faults: Set<String>,
    _ conditions: SentConditions
  ) throws(Refused) -> Reply {
    let faults = faults.union(options.faults)
    if sources.contains(where: { $0.name == name }) {
      throw Refused(faults.union(["dataSourceExists"]))
    }
    guard let base = try? source(view.base) else {
      throw Refused(faults.union(["unknownDataSource"]))
    }
    guard faults.isEmpty else { throw Refused(faults) }
    var source = ModelSource(name: name, options: try options.changed(ModelOptions()))
    source.options.rules.identity = base.options.rules.identity
    source.view = view
    sources.append(source)
    evaluate(sources.count - 1, "dataSource/create", conditions, reloadsData: false)
    return .text(#"{"revision":1}"#)
  }

  mutating func updateView(
    _ name: String,
    _ stages: [SentStage],
    _ faults: Set<String>,
    _ conditions: SentConditions,
    reloadsData: Bool
  ) throws(Refused) -> Reply {
    guard let index = try? index(ofSource: name) else {
      throw Refused(faults.union(["unknownDataSource"]))
    }
    guard var view = sources[index].view else { throw Refused(faults.union(["notAView"])) }
    do throws(Refused) {
      try check(conditions, index)
    } catch {
      throw Refused(faults.union(error.kinds))
    }
    for stage in stages { stage.make(&view) }
    if view.isFlat, view.grouping != nil { throw Refused(faults.union(["invalidParams"])) }
    guard faults.isEmpty else { throw Refused(faults) }
    sources[index].view = view
    return reply(
      evaluate(index, "dataSource/updateView", conditions, reloadsData: reloadsData),
      moves: []
    )
  }

  // MARK: Following

  /// Shows what a view makes of its base as it is: one revision in any case.
  @discardableResult
  private mutating func evaluate(
    _ index: Int,
    _ origin: String,
    _ conditions: SentConditions,
    reloadsData: Bool
  ) -> Announcement {
    guard let view = sources[index].view, let base = try? source(view.base) else {
      preconditionFailure("a view without a base")
    }
    let next = sources[index].evaluate(base.list, revision: base.revision)
    var announcement = sources[index].publish(
      next,
      marks: ModelMarks(),
      origin: origin,
      animates: conditions.animates && origin != "dataSource/create"
    )
    announcement.reloadsData = reloadsData
    announcement.tags = [conditions.tag].compactMap(\.self)
    events.append(.applied(announcement))
    followViews(announcement)
    return announcement
  }

  /// Brings all views above a list up to date, and notes what is to be told of that.
  mutating func followViews(_ announcement: Announcement) {
    var stepped = [announcement.source: announcement]
    let above = closing(announcement.source).dropFirst()
    for index in sources.indices where above.contains(sources[index].name) {
      guard let view = sources[index].view, view.isLive, let base = try? source(view.base) else {
        continue
      }
      let follows = sources[index].follow(
        base.list,
        revision: base.revision,
        requested: stepped[view.base]?.requested ?? ModelMarks(),
        as: announcement
      )
      guard let follows else { continue }
      stepped[sources[index].name] = follows
      events.append(.applied(follows))
    }
  }
}
