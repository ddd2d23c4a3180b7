/** Output of `npm run simulate` with few people. */
import { ACTS, type Measured } from '../../scripts/simulate/acts';
import measured from '../../scripts/simulate/acts.json';
import { simulateDay, type Load } from '../../scripts/simulate/day';
import { dollarsOf, firstLimit, tableOf } from '../../scripts/simulate/report';

const of = (loads: Load[], what: keyof Load) => loads.map(load => load[what]);
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const simulate = (users: number, counts: number[], seed = 1) =>
  simulateDay(users, counts, seed, measured as Measured);

it('has measured every act, and each costs something', () => {
  expect(Object.keys(measured.acts).sort()).toEqual([...ACTS].sort());
  // In a minute without changes a connection sends only keepalives, which the browser does not report.
  for (const act of ACTS) if (act !== 'minute') expect(measured.acts[act].bytes).toBeGreaterThan(0);
  for (const act of ['add', 'tick', 'edit', 'remove', 'addNote', 'editNote'] as const)
    expect(measured.acts[act].writes).toBeGreaterThan(0);
});

it('says the same for the same seed, and something else for another', () => {
  expect(simulate(500, [1, 2])).toEqual(simulate(500, [1, 2]));
  expect(simulate(500, [1, 2], 2)).not.toEqual(simulate(500, [1, 2]));
});

it('spreads the same people over all databases, about evenly', () => {
  const [ofOne, ofFour] = simulate(4_000, [1, 4]) as [Load[], Load[]];
  expect(sum(of(ofFour, 'users'))).toBe(4_000);
  expect(sum(of(ofFour, 'stored'))).toBe(sum(of(ofOne, 'stored')));
  expect(sum(of(ofFour, 'sent'))).toBeCloseTo(sum(of(ofOne, 'sent')));
  // Not all instances peak in the same second.
  expect(sum(of(ofFour, 'connections'))).toBeGreaterThanOrEqual(ofOne[0]!.connections);
  for (const users of of(ofFour, 'users')) expect(Math.abs(users - 1_000)).toBeLessThan(150);
});

const load = (change: Partial<Load>): Load => ({
  users: 1_000,
  connections: 200,
  writes: 1,
  sent: 0,
  stored: 0,
  ...change,
});

it('names the limit that the fullest database meets first, and with how many users', () => {
  expect(firstLimit([load({ writes: 2 })])).toEqual({ limit: 'writes', users: 500_000 });
  expect(firstLimit([load({ connections: 400 }), load({ connections: 100 })])).toEqual({
    limit: 'connections',
    users: 1_000_000,
  });
});

it('charges what is beyond the free gigabytes of the project, not of each database', () => {
  expect(dollarsOf([load({ stored: 0.9e9 })])).toBe(0);
  expect(dollarsOf([load({ stored: 2e9 }), load({ stored: 1e9 })])).toBeCloseTo(10);
  expect(dollarsOf([load({ sent: 1e9 }), load({ sent: 1e9 })])).toBeCloseTo(50);
});

it('is a table with a row for each site', () => {
  const rows = tableOf(simulate(200, [1, 2])).split('\n');
  expect(rows.map(row => row.split('|')[1]!.trim())).toEqual(['databases', '--:', '1', '2']);
  expect(new Set(rows.map(row => row.split('|').length))).toEqual(new Set([10]));
});
