export const MINUTES_1 = 60_000;
export const MINUTES_10 = 10 * MINUTES_1;

/** Lets fake time go on by so many milliseconds, with all that is due until then. */
export const advance = (ms: number) => jest.advanceTimersByTimeAsync(ms);
