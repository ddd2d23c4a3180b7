import { createServerClock } from '../../src/firebase/rest/rest';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const DAY_MS = 86_400_000;

beforeEach(() => void jest.useFakeTimers({ now: NOW + 40 * DAY_MS }));
afterEach(() => void jest.useRealTimers());

function clockAt(earliest: number, latest = earliest + 1000) {
  const clock = createServerClock();
  clock.observe(earliest, latest);
  return clock;
}

test('The server’s time is not known before an answer told it', () => {
  expect(createServerClock().now()).toBeNull();
});

test('It goes on with the time that passes here', () => {
  const clock = clockAt(NOW);
  jest.advanceTimersByTime(90_000);
  expect(clock.now()).toBe(NOW + 90_000);
});

test('Setting this device’s clock back does not move it', () => {
  const clock = clockAt(NOW);
  jest.setSystemTime(NOW - 5 * DAY_MS);
  expect(clock.now()).toBe(NOW);
});

test('Once this device’s clock leapt ahead it is not known until the next answer', () => {
  const clock = clockAt(NOW);
  jest.setSystemTime(NOW + 50 * DAY_MS);
  expect(clock.now()).toBeNull();
  clock.observe(NOW + 5000, NOW + 6000);
  expect(clock.now()).toBe(NOW + 5000);
});

test('An answer in whole seconds does not set it back; one that is too late moves it', () => {
  const clock = clockAt(NOW);
  jest.advanceTimersByTime(700);
  clock.observe(NOW, NOW + 1000);
  expect(clock.now()).toBe(NOW + 700);
  clock.observe(NOW + 2000, NOW + 3000);
  expect(clock.now()).toBe(NOW + 2000);
  clock.observe(NOW - DAY_MS, NOW - DAY_MS + 1000);
  expect(clock.now()).toBe(NOW - DAY_MS + 1000);
});
