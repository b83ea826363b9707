// What the library reports, because nobody waits for it, fails the test at hand: a check inside of a handler too.
globalThis.reportError = (error) =>
  setImmediate(() => {
    throw error;
  });

/** No test takes long on a machine that has nothing else to do; one that waits for what never comes fails. */
export const soon = { timeout: 1000 * Number(process.env.TEST_SECONDS ?? 300) };
