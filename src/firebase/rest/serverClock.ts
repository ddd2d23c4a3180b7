/**
 * The amount, in milliseconds, by which the device's clock may run ahead of its monotonic one. Beyond it, the clock
 * was set or the device slept.
 */
const LEAP = 60_000;

/**
 * The server's time, estimated from its answers and advanced by the device's monotonic clock, so that setting the
 * device's clock does not move it. All times are milliseconds since the epoch.
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
    /** Null when no answer has had the server's time since the start, or since the device may have slept. */
    now,
    /** Records that the server's time is between `earliest` and `latest`; an estimate within them stays. */
    observe(earliest: number, latest: number) {
      const time = Math.min(latest, Math.max(earliest, now() ?? earliest));
      known = { time, elapsed: performance.now(), deviceTime: Date.now() };
    },
  };
}

export type ServerClock = ReturnType<typeof createServerClock>;
