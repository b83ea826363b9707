// The songs, and what the playlist asks of the daemon: edits of the list, and stages of a view of it.

/** @typedef {import("../../list.mjs").List} List */
/** @typedef {import("../../rows.mjs").Row} Row */
/** @typedef {import("../../drag.mjs").Place} Place */
/** @typedef {import("../../protocol.js").Edit} Edit */
/** @typedef {[name: string, artist: string]} Song what identifies one: the same name by another artist is another song */
/** @typedef {{section: any, before?: any}} Home where a favourite was, and which song came behind it */
/** @typedef {{isFavorite: boolean, plays?: number, home?: Home}} Facts the content of a song */

export const PLAYLIST = "playlist";

/** @type {import("../../protocol.js").Options} Rows may be moved within their section; a favourite has another cell. */
export const OPTIONS = {
  reordering: { allowed: true },
  cells: { default: "song", sections: [{ section: "favorites", cell: "favorite" }] },
  titles: { header: "/title" },
};

/** @param {...Song} songs */
const items = (...songs) => songs.map((id) => ({ id, content: { isFavorite: false } }));

/** @type {import("../../protocol.js").SnapshotDocument} The songs at the start. `value` is what a section is called in the index. */
export const DOCUMENT = {
  sections: [
    { id: "favorites", content: { title: "Favourites", value: "♥" }, items: [] },
    {
      id: "disney",
      content: { title: "Disney", value: "D" },
      items: items(
        ["Let It Go", "Idina Menzel"],
        ["A Whole New World", "Peabo Bryson and Regina Belle"],
        ["Reflection", "Lea Salonga"],
        ["Under the Sea", "Samuel E. Wright"],
        ["How Far I’ll Go", "Auliʻi Cravalho"],
        ["Circle of Life", "Carmen Twillie"],
        ["Beauty and the Beast", "Angela Lansbury"],
      ),
    },
    {
      id: "pop",
      content: { title: "Pop", value: "P" },
      items: items(
        ["Shape of You", "Ed Sheeran"],
        ["Uptown Funk", "Mark Ronson ft. Bruno Mars"],
        ["Happy", "Pharrell Williams"],
        ["Halo", "Beyoncé"],
        ["Royals", "Lorde"],
        ["Firework", "Katy Perry"],
        ["Dancing Queen", "ABBA"],
        ["Rolling in the Deep", "Adele"],
        ["Go Your Own Way", "Fleetwood Mac"],
      ),
    },
  ],
};

/** @param {Row} row @returns {Facts} */
export const factsOf = ({ content }) => /** @type {Facts} */ (content);

// MARK: Views

const NAME = /** @type {const} */ ({ from: "identifier", pointer: "/0" });
const ARTIST = /** @type {const} */ ({ from: "identifier", pointer: "/1" });
const byName = /** @type {const} */ ({ ...NAME, compare: "natural" });
const byArtist = /** @type {const} */ ({ ...ARTIST, compare: "natural" });

/** @type {Record<string, import("../../protocol.js").ViewStages>} What the sort menu has. */
const ORDERS = {
  own: { emptySections: true },
  name: { groupBy: { ...NAME, take: "letter" }, sortBy: [byName, byArtist] },
  artist: { groupBy: { ...ARTIST, take: "letter" }, sortBy: [byArtist, byName] },
  plays: { flatten: true, sortBy: [{ pointer: "/plays", order: "descending" }, byName] },
};

/**
 * The stages of a view, all of them, so that none is left of what was chosen before.
 *
 * @param {string} order what is chosen in the sort menu
 * @param {string} text what was typed into the search field
 */
export function stages(order, text) {
  const chosen = { groupBy: null, flatten: null, sortBy: null, emptySections: null, ...ORDERS[order] };
  if (text.trim() === "") return { ...chosen, search: null };
  return { ...chosen, emptySections: null, search: { text, in: [NAME, ARTIST] } };
}

// MARK: Edits

/**
 * Moves a song to the favourites, or from there to where it was.
 *
 * @param {List} songs
 * @param {Row} row
 * @returns {Edit[]}
 */
export function favoriteEdits(songs, row) {
  const { identifier, section } = row;
  const { home, ...facts } = factsOf(row);
  /** @param {Facts} content */
  const made = (content) => [{ id: identifier, content }];
  const deletion = /** @type {Edit} */ ({ op: "deleteItems", items: [identifier] });
  if (!home) {
    const before = section.rows[section.rows.indexOf(row) + 1]?.identifier;
    const content = { ...facts, isFavorite: true, home: { section: section.identifier, ...(before && { before }) } };
    return [deletion, { op: "appendItems", items: made(content), toSection: "favorites" }];
  }
  const back = made({ ...facts, isFavorite: false });
  const behind = home.before && songs.row(home.before);
  if (behind?.section.identifier === home.section) {
    return [deletion, { op: "insertItems", items: back, beforeItem: home.before }];
  }
  return [deletion, { op: "appendItems", items: back, toSection: home.section }];
}

/**
 * A song with another name is another song.
 *
 * @param {Row} row
 * @param {Song} song
 * @returns {Edit[]}
 */
export const renameEdits = ({ identifier, content }, song) => [
  { op: "insertItems", items: [{ id: song, content }], afterItem: identifier },
  { op: "deleteItems", items: [identifier] },
];

/**
 * Where `dataSource/moveRow` is to bring a row; its index paths count without the row itself.
 *
 * @param {List} songs
 * @param {Row} row
 * @param {Place} place
 * @returns {[number, number]}
 */
export function destination(songs, row, place) {
  const { sections } = songs;
  if ("toSection" in place) {
    const index = sections.findIndex(({ identifier }) => identifier === place.toSection);
    return [index, sections[index].rows.length];
  }
  const isAfter = "afterItem" in place;
  const beside = songs.row(isAfter ? place.afterItem : place.beforeItem);
  if (!beside) throw new Error("the song beside it has gone");
  const { section } = beside;
  const rows = section.rows.filter((other) => other !== row);
  return [sections.indexOf(section), rows.indexOf(beside) + (isAfter ? 1 : 0)];
}

/**
 * Lets two songs of one section change places.
 *
 * @param {List} songs
 * @param {() => number} random from 0 up to, and not, 1
 * @returns {Edit[] | null} null if no section has two songs
 */
export function swapEdits({ sections }, random = Math.random) {
  const places = sections.flatMap(({ rows }) => (rows.length > 1 ? rows.map((_, at) => ({ rows, at })) : []));
  if (places.length === 0) return null;
  const { rows, at } = places[Math.floor(random() * places.length)];
  const other = (at + 1 + Math.floor(random() * (rows.length - 1))) % rows.length;
  const [low, high] = at < other ? [at, other] : [other, at];
  const [item, later] = [rows[low].identifier, rows[high].identifier];
  if (high === low + 1) return [{ op: "moveItem", item, afterItem: later }];
  return [
    { op: "moveItem", item, beforeItem: later },
    { op: "moveItem", item: later, beforeItem: rows[low + 1].identifier },
  ];
}

const collator = new Intl.Collator("en");

/**
 * The next step of an insertion sort by name, in each section: the first song that is less than
 * the one before it goes to its place among those in front.
 *
 * @param {List} songs
 * @returns {Edit[] | null} null if all is sorted
 */
export function sortEdits({ sections }) {
  const isLess = (/** @type {Row} */ one, /** @type {Row} */ other) =>
    collator.compare(String(one.identifier), String(other.identifier)) < 0;
  for (const { rows } of sections) {
    const at = rows.findIndex((row, index) => index > 0 && isLess(row, rows[index - 1]));
    const place = rows.find((row, index) => index < at && isLess(rows[at], row));
    if (place) return [{ op: "moveItem", item: rows[at].identifier, beforeItem: place.identifier }];
  }
  return null;
}
