/**
 * `npm run bench:find`: the search over 50,000 tasks of 30 words each, in one thread like its worker: the index
 * alone, built in the slices that the app sends, then queries typed letter by letter.
 */
import { openEntryIndex } from '../../src/find/index/entryIndex';
import { GROUPS, type Entry } from '../../src/find/index/entry';
import { keyOf } from '../seed';
import { tableOf } from '../report';

const SIZES = [1000, 10_000, 50_000];
const SLICE = 500;
const SYLLABLES = 'ba ce di fo gu ha ke li mo nu pa re si to vu wa ze é ü ñ ö'.split(' ');

/** A reproducible source of random numbers. */
function drawn(seed: number) {
  let state = seed;
  return (limit: number) => (state = (state * 16_807) % 2_147_483_647) % limit;
}

const draw = drawn(7);
const vocabulary = Array.from({ length: 20_000 }, () =>
  Array.from({ length: 2 + draw(4) }, () => SYLLABLES[draw(SYLLABLES.length)]).join(''),
);
/** A random word; few words are frequent, most are rare. */
const word = () => vocabulary[Math.floor(vocabulary.length * (draw(10_000) / 10_000) ** 3)]!;
const words = (count: number) => Array.from({ length: count }, word).join(' ');

const entry = (n: number): Entry => ({
  key: `task ${n}`,
  title: `${words(4)} ${n}`,
  text: words(30),
  group: GROUPS.open,
  since: keyOf(n),
});

/** A whole word, the middle of one, and one with the beginning of a second. */
const queries = Array.from({ length: 120 }, word).flatMap(typed => [
  ...Array.from({ length: Math.min(7, typed.length) }, (_, at) => typed.slice(0, at + 1)),
  typed.slice(1, 4),
  `${typed} ${word().slice(0, 3)}`,
]);

function timeOf(work: () => unknown) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const at = (times: number[], part: number) =>
  [...times].sort((a, b) => a - b)[Math.floor(part * (times.length - 1))]!;

function measure(size: number) {
  const entries = Array.from({ length: size }, (_, n) => entry(n));
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const index = openEntryIndex();
  const build = Array.from({ length: size / SLICE }, (_, slice) =>
    timeOf(() => index.change({ put: entries.slice(slice * SLICE, (slice + 1) * SLICE), gone: [] })),
  );
  globalThis.gc?.();
  const heap = (process.memoryUsage().heapUsed - before) / 1e6;
  queries.slice(0, 20).forEach(query => index.find(query));
  const finds = queries.map(query => timeOf(() => index.find(query)));
  const changes = Array.from({ length: 200 }, (_, n) =>
    timeOf(() => index.change({ put: [{ ...entry(n), title: `Changed ${n}` }], gone: [] })),
  );
  return [
    build.reduce((sum, time) => sum + time, 0),
    Math.max(...build),
    heap,
    at(finds, 0.5),
    at(finds, 0.99),
    at(finds, 1),
    at(changes, 0.5) * 1000,
  ];
}

measure(1000); // warms up the compiler before the first measured size
const NAMES = [
  'build, ms',
  'longest slice, ms',
  'heap, MB',
  'find, median ms',
  'find, p99 ms',
  'find, longest ms',
  'one change, µs',
];
const costs = SIZES.map(measure);
console.log(
  tableOf(
    ['', ...SIZES.map(size => size.toLocaleString('en'))],
    NAMES.map((name, row) => [name, ...costs.map(cost => cost[row]!.toFixed(1))]),
  ),
);
