/** Waits until `expected` does not throw; after 20 s its error is thrown. Keeps to real time. */
export async function until(expected: () => void): Promise<void> {
  for (const begun = performance.now(); ; await new Promise(done => wait(done, 20)))
    try {
      return expected();
    } catch (error) {
      if (performance.now() - begun > 20_000) throw error;
    }
}

const wait = globalThis.setTimeout;
