export const MINUTES_1 = 60_000;
export const MINUTES_10 = 10 * MINUTES_1;

/** Advances fake time by so many milliseconds, running everything due until then. */
export const advance = (ms: number) => jest.advanceTimersByTimeAsync(ms);
