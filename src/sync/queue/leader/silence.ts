/** Milliseconds between heartbeats, and how long a leader may be silent. */
export const BEAT_MS = 1000;
const SILENCE_MS = 5000;

/** Measures how long the leader has given no heartbeat. Time in which this tab itself did not run does not count. */
export function createSilence(now: () => number) {
  let since = now();
  let checkedAt = since;
  return {
    end: () => void (since = now()),
    /** Asked with each beat of this tab's own timer. */
    isTooLong() {
      const time = now();
      if (time - checkedAt > SILENCE_MS) since = time;
      checkedAt = time;
      return time - since > SILENCE_MS;
    },
  };
}
