/** @typedef {import("./protocol.js").Identifier} Identifier */
/** @typedef {import("./protocol.js").SnapshotDocument} SnapshotDocument */

/** An item of a list: one object for as long as its identifier is there, wherever it moves. */
export class Row {
  /** How many items it hangs below in the tree of its section; 0 at the top. */
  level = 0;
  /** Whether it is open. */
  expanded = false;
  /** How many items hang right below it, shown or not. */
  numberOfChildren = 0;

  /**
   * @param {Identifier} identifier
   * @param {unknown} content
   * @param {Section} section
   */
  constructor(identifier, content, section) {
    /** @readonly */
    this.identifier = identifier;
    /** Any JSON value; `undefined` if it has none, which is not `null`. */
    this.content = content;
    this.section = section;
  }
}

/** A section of a list: one object for as long as its identifier is there. */
export class Section {
  /** @type {readonly Row[]} The rows in display order. The array is replaced when they change, and never changed itself. */
  rows = [];

  /**
   * @param {Identifier} identifier
   * @param {unknown} content
   */
  constructor(identifier, content) {
    /** @readonly */
    this.identifier = identifier;
    /** Any JSON value; `undefined` if it has none, which is not `null`. */
    this.content = content;
  }
}

/**
 * What equal identifiers have in common, and no others.
 *
 * @param {Identifier} identifier
 */
export const keyOf = (identifier) => JSON.stringify(identifier);

/**
 * An item as it is written: an identifier alone, or an object with `id` and perhaps `content`.
 *
 * @param {any} written
 * @returns {{id: Identifier, content?: unknown}}
 */
export const itemOf = (written) =>
  typeof written === "object" && written !== null && !Array.isArray(written) ? written : { id: written };

/** @param {Row} row */
export const isPlain = (row) => row.level === 0 && !row.expanded && row.numberOfChildren === 0;

/** @typedef {{level: number, expanded: boolean, numberOfChildren: number}} Outline */

/**
 * The outline of a row, or of whatever has one.
 *
 * @param {Outline} outline
 * @returns {Outline}
 */
export const outlineOf = ({ level, expanded, numberOfChildren }) => ({ level, expanded, numberOfChildren });

/** The outline of a row that stands alone at the top. */
export const PLAIN = outlineOf({ level: 0, expanded: false, numberOfChildren: 0 });

/** @param {Row | Section} element */
const contentOf = ({ content }) => (content === undefined ? {} : { content });

/**
 * Sections as `snapshot/contents` writes them.
 *
 * @param {readonly Section[]} sections
 * @returns {SnapshotDocument}
 */
export const documentOf = (sections) => ({
  sections: sections.map((section) => ({
    id: section.identifier,
    ...contentOf(section),
    items: section.rows.map((row) =>
      row.content === undefined ? row.identifier : { id: row.identifier, content: row.content },
    ),
  })),
});

/**
 * The rows of a section as the tree that they show, without their contents.
 *
 * @param {readonly Row[]} rows
 * @returns {import("./protocol.js").OutlineDocument}
 */
export function outlineDocumentOf(rows) {
  const items = /** @type {any[]} */ ([]);
  const levels = [items];
  for (const { identifier, level, expanded } of rows) {
    levels.length = level + 1;
    const children = /** @type {any[]} */ ([]);
    levels[level].push({ id: identifier, ...(expanded && { expanded }), children });
    levels.push(children);
  }
  const written = (/** @type {any} */ item) => {
    item.children = item.children.map(written);
    if (item.children.length === 0) delete item.children;
    return Object.keys(item).length === 1 ? item.id : item;
  };
  return { items: items.map(written) };
}
