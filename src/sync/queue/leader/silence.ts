/** Milliseconds between heartbeats, and how long a leader may be silent. */
export const BEAT_MS = 1000;
const SILENCE_MS = 5000;

/** Measures for how long the leader's heartbeat has not changed, without the time in which this tab itself did not run. */
export function createSilence(now: () => number) {
  let since = now();
  let checkedAt = since;
  return {
    end: () => void (since = now()),
    /** Called with each tick of this tab's own timer. */
    isTooLong() {
      const time = now();
      if (time - checkedAt > SILENCE_MS) since = time;
      checkedAt = time;
      return time - since > SILENCE_MS;
    },
  };
}
