import JSON
import Snapshots

/// Whether two contents are the same JSON value although their bytes differ.
///
/// Where the work is called off, they are taken for different, and so are all others from then on.
func areEqualJSON(_ lhs: Content, _ rhs: Content, _ work: Work) -> Bool {
  // It is gone through at least once; nobody else counts what is no long text.
  guard work.mayGoOn(lhs.count / 64) else { return false }
  // Contents come out of a parsed message, so both are JSON; the nesting was checked then.
  let left = try? JSONDocument(parsing: lhs, maxNestingDepth: .max, mayContinue: work.mayGoOn)
  guard let left else { return false }
  return isJSON(rhs, equalTo: left.root, work)
}

/// Whether a content is the same JSON value as one that was parsed already, with the same exception.
func isJSON(_ content: Content, equalTo value: JSONView, _ work: Work) -> Bool {
  guard work.mayGoOn(content.count / 64) else { return false }
  let parsed = try? JSONDocument(
    parsing: content,
    maxNestingDepth: .max,
    mayContinue: work.mayGoOn
  )
  guard let parsed else { return false }
  return value.isEqual(to: parsed.root, mayContinue: work.mayGoOn)
}
