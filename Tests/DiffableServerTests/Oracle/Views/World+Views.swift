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
    let next = evaluate(index)
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

  /// What a view shows of its base as it is.
  private mutating func evaluate(_ index: Int) -> ModelSnapshot {
    guard var view = sources[index].view, let base = try? source(view.base) else {
      return ModelSnapshot()
    }
    view.baseRevision = base.revision
    let next = view.evaluate(base.list)
    sources[index].view = view
    return next
  }

  /// Brings all views above a list up to date, and notes what is to be told of that.
  mutating func followViews(_ announcement: Announcement) {
    var stepped = [announcement.source: announcement]
    for index in sources.indices {
      guard let view = sources[index].view, view.isLive,
        closing(announcement.source).dropFirst().contains(sources[index].name)
      else { continue }
      let before = sources[index].list
      let next = evaluate(index)
      let step = stepped[view.base]
      let marks = step.map { passedOn($0.requested, from: before, to: next, view) } ?? .init()
      let hasMoved = view.windowText != sources[index].view?.windowText
      guard hasMoved || !marks.isEmpty || differs(before, next) else {
        // Equal contents may be other bytes.
        sources[index].showEqual(next)
        continue
      }
      var follows = sources[index].publish(
        next,
        marks: marks,
        origin: announcement.origin,
        animates: announcement.animates
      )
      follows.requested = marks
      follows.reloadsData = announcement.reloadsData
      follows.tags = announcement.tags
      stepped[sources[index].name] = follows
      events.append(.applied(follows))
    }
  }

  /// The marks of what a view shows before and after.
  private func passedOn(
    _ requested: ModelMarks,
    from before: ModelSnapshot,
    to after: ModelSnapshot,
    _ view: ModelView
  ) -> ModelMarks {
    var marks = requested.kept(in: before).kept(in: after)
    if !view.keepsSections { marks.reloadedSections = [] }
    return marks
  }

  /// Whether anything that is shown is another.
  private func differs(_ before: ModelSnapshot, _ after: ModelSnapshot) -> Bool {
    before.sections != after.sections
      || after.itemNames.contains {
        !Content.areSame(before.itemContents[$0], after.itemContents[$0])
      }
      || after.sectionNames.contains {
        !Content.areSame(before.sectionContents[$0], after.sectionContents[$0])
      }
  }
}
