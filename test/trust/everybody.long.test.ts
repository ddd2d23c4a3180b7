/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import '../support/app/noComplaints';
import fc from 'fast-check';
import { ACTIONS, everybody, LISTS } from '../support/devices/everybody';
import { times } from '../support/long';

jest.setTimeout(times(120_000, 600_000));
beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

test.each(LISTS)('Whatever people do with one of the %s, on two devices, no words are lost', async list => {
  const step = fc.record({
    action: fc.constantFrom(...ACTIONS),
    page: fc.nat(2),
    list: fc.constant(list),
    fields: fc.subarray([0, 1], { minLength: 1 }),
    thinkingMs: fc.constantFrom(0, 200, 2000),
    pauseMs: fc.constantFrom(0, 0, 50, 400, 2000),
  });
  const steps = fc.array(step, { minLength: 5, maxLength: 25, size: 'max' });
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(), async (drawnSteps, seed) => {
      expect(await everybody(drawnSteps, seed)).toEqual([]);
    }),
    // Shrinking is off, because finding the same fault in fewer than 25 steps takes hours.
    { numRuns: Number(process.env['RUNS'] ?? times(8, 60)), endOnFailure: true },
  );
});
