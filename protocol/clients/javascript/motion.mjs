/** @typedef {{node: HTMLElement, top: number, height: number}} Seen `top` is measured from the upper edge of what is in sight */

/** A distance in pixels that nobody sees. */
const UNSEEN = 0.5;

const EASING = "cubic-bezier(0.2, 0, 0, 1)";

/** @param {Element} node */
const isRow = (node) => node.getAttribute("role") === "option";

/**
 * The nodes that are in sight, in display order, headers among them.
 *
 * @param {HTMLElement} scroller
 * @param {number} count
 * @param {(index: number) => HTMLElement} rowAt the node of each row
 * @returns {HTMLElement[]}
 */
export function nodesInSight(scroller, count, rowAt) {
  const { scrollTop, clientHeight } = scroller;
  // Rows alone are searched for: a header that sticks is not where it belongs.
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { offsetTop, offsetHeight } = rowAt(middle);
    if (offsetTop + offsetHeight <= scrollTop) low = middle + 1;
    else high = middle;
  }
  let node = low < count ? rowAt(low) : scroller.lastElementChild;
  for (let before; (before = node?.previousElementSibling) && !isRow(before); ) node = before;
  const nodes = /** @type {HTMLElement[]} */ ([]);
  for (; node instanceof HTMLElement; node = node.nextElementSibling) {
    if (node.offsetTop >= scrollTop + clientHeight) break;
    nodes.push(node);
  }
  return nodes;
}

/**
 * How nodes come from where they were to where they are: first and last are measured, and what is
 * between is played backwards (FLIP). Only what is in sight before or after is measured and moved,
 * so that it costs the same however long the list is.
 */
export class Motion {
  #scroller;
  /** @type {Map<HTMLElement, Animation>} */
  #running = new Map();

  /** @param {HTMLElement} scroller */
  constructor(scroller) {
    this.#scroller = scroller;
  }

  /**
   * Where nodes are seen now.
   *
   * @param {HTMLElement[]} nodes
   * @returns {Seen[]}
   */
  look(nodes) {
    const edge = this.#scroller.getBoundingClientRect().top + this.#scroller.clientTop;
    return nodes.map((node) => {
      const { top, height } = node.getBoundingClientRect();
      return { node, top: top - edge, height };
    });
  }

  /** Ends what is being played, so that nodes are where they belong. */
  stop() {
    for (const animation of this.#running.values()) animation.cancel();
    this.#running.clear();
  }

  /**
   * Does something with a node that is where it belongs then, and not where it is seen to slide.
   *
   * @param {HTMLElement} node
   * @param {() => void} act
   */
  atItsPlace(node, act) {
    const animation = this.#running.get(node);
    if (!animation) return act();
    const { currentTime, effect } = animation;
    animation.currentTime = Number(effect?.getComputedTiming().endTime);
    act();
    // It had no time to tell that it has ended, and goes on.
    animation.currentTime = currentTime;
  }

  /**
   * Plays how nodes came to where they are.
   *
   * @param {Seen[]} before what was in sight, and where it was seen
   * @param {Seen[]} after what is in sight now
   * @param {number} duration in milliseconds
   * @param {{isNew?: (node: HTMLElement) => boolean, wasAbove?: (node: HTMLElement) => boolean, isRaised?: (node: HTMLElement) => boolean}} what
   *   is said of a node: that it is new; that it was above what was in sight, if it was not in it;
   *   that it goes over others
   */
  play(before, after, duration, { isNew = () => false, wasAbove = () => false, isRaised = () => false }) {
    const first = new Map(before.map(({ node, top }) => [node, top]));
    const last = new Set(after.map(({ node }) => node));
    const { clientHeight, scrollTop } = this.#scroller;
    // What comes from out of sight comes in its order, from the edge behind which it was.
    const outside = after.filter(({ node }) => !first.has(node) && !isNew(node));
    let [above, below] = [0, clientHeight];
    for (const { node, height } of outside.filter(({ node }) => wasAbove(node)).reverse()) first.set(node, (above -= height));
    for (const { node, height } of outside.filter(({ node }) => !wasAbove(node))) {
      first.set(node, below);
      below += height;
    }
    // A header that sticks has not gone. All is read before anything is played, or each would be laid out anew.
    const leaving = before
      .filter(({ node }) => !last.has(node) && node.isConnected && isRow(node))
      .map(({ node, top, height }) => ({ node, top, height, now: node.offsetTop - scrollTop }));
    const slide = (/** @type {HTMLElement} */ node, /** @type {number} */ from, /** @type {number} */ to) => {
      const frame = (/** @type {number} */ y) => ({ transform: `translateY(${y}px)`, ...(isRaised(node) && { zIndex: 1 }) });
      // Where a drag has put the node is kept.
      this.#run(node, [frame(from), frame(to)], duration, "add");
    };
    for (const { node, top } of after) {
      const distance = (first.get(node) ?? top) - top;
      if (isNew(node)) this.#run(node, [{ opacity: 0 }, { opacity: 1 }], duration, "replace");
      else if (Math.abs(distance) > UNSEEN) slide(node, distance, 0);
    }
    for (const { node, top, height, now } of leaving) slide(node, top - now, (now < 0 ? -height : clientHeight) - now);
  }

  /** @param {HTMLElement} node @param {Keyframe[]} frames @param {number} duration @param {CompositeOperation} composite */
  #run(node, frames, duration, composite) {
    const animation = node.animate(frames, { duration, easing: EASING, composite });
    this.#running.set(node, animation);
    animation.onfinish = () => void (this.#running.get(node) === animation && this.#running.delete(node));
  }
}
