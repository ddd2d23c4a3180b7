/** Repeats `expected` until it does not throw; after a minute of real time rethrows its error. */
export async function until(expected: () => void | Promise<void>): Promise<void> {
  for (const begun = performance.now(); ; await new Promise(done => wait(done, 20)))
    try {
      return await expected();
    } catch (error) {
      if (performance.now() - begun > 60_000) throw error;
    }
}

const wait = globalThis.setTimeout;
