export const MINUTES_1 = 60_000;
export const MINUTES_10 = 10 * MINUTES_1;

/** Advances fake time by so many milliseconds, running everything due until then. */
export const advance = (ms: number) => jest.advanceTimersByTimeAsync(ms);

/** Gives each test of a file fake time, from this instant on. */
export function fakeTime(from: string | number = '2026-03-10T12:00:00.000Z') {
  beforeEach(() => void jest.useFakeTimers({ now: new Date(from) }));
  afterEach(() => void jest.useRealTimers());
}
