/** A leap of this device's clock beyond what passed by its monotonic one: it was set ahead, or the device slept. */
const LEAP = 60_000;

/**
 * The server's time, from what its answers say, carried on by this device's monotonic clock: setting the device's clock
 * does not move it. All times are milliseconds since the epoch.
 */
export function createServerClock() {
  let known: { time: number; elapsed: number; deviceTime: number } | undefined;

  const now = (): number | null => {
    if (!known) return null;
    const elapsed = performance.now() - known.elapsed;
    // Some browsers stop the monotonic clock while the device sleeps.
    if (Date.now() - known.deviceTime - elapsed > LEAP) return null;
    return known.time + elapsed;
  };

  return {
    /** Null when no answer has told it, or none since the device may have slept. */
    now,
    /** Takes that it is now between `earliest` and `latest` at the server; an estimate that fits stays. */
    observe(earliest: number, latest: number) {
      const time = Math.min(latest, Math.max(earliest, now() ?? earliest));
      known = { time, elapsed: performance.now(), deviceTime: Date.now() };
    },
  };
}

export type ServerClock = ReturnType<typeof createServerClock>;
