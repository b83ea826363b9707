/// A dense number that stands for an interned identifier.
///
/// Handles count up from zero, so a table indexed by handle wastes little room. A handle that was
/// given back is given out again, for another identifier: whoever keeps handles from one message
/// to the next has to be asked for them when they are recycled.
public typealias Handle = Int32
