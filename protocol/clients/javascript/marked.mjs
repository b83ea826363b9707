/**
 * A text as it is shown, with what a search found in it marked.
 *
 * @param {string} text
 * @param {Array<[start: number, end: number]>} ranges the `ranges` of a row's `highlights`: they
 *   ascend and do not overlap, and count in UTF-16 as JavaScript does
 * @returns {DocumentFragment}
 */
export function marked(text, ranges) {
  const fragment = document.createDocumentFragment();
  let at = 0;
  for (const [start, end] of ranges) {
    const mark = document.createElement("mark");
    mark.textContent = text.slice(start, end);
    fragment.append(text.slice(at, start), mark);
    at = end;
  }
  fragment.append(text.slice(at));
  return fragment;
}
