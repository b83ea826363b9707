/**
 * Reports a fault in the way of the host: nobody waits for it, and it must stop nobody.
 *
 * @param {unknown} error
 */
export function report(error) {
  const host = /** @type {{reportError?: (error: unknown) => void}} */ (globalThis);
  if (host.reportError) host.reportError(error);
  else console.error(error);
}

/**
 * Functions that are called in the order in which they were added; one that fails stops no other.
 *
 * @template {unknown[]} A
 */
export class Listeners {
  /** @type {Set<{call: (...values: A) => unknown}>} */
  #listeners = new Set();

  /**
   * @param {(...values: A) => unknown} call
   * @returns {() => void} takes it out again
   */
  add(call) {
    const listener = { call };
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** @param {A} values */
  tell(...values) {
    for (const { call } of [...this.#listeners]) {
      try {
        call(...values);
      } catch (error) {
        report(error);
      }
    }
  }

  get size() {
    return this.#listeners.size;
  }
}
