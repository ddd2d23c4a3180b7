/**
 * `npm run bench:store`: the store alone from 100 to 100,000 tasks, without sagas, browser and rendering. Each number
 * is the median of one dispatch, or of one selector after it, in microseconds.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { growthOf, medianOf, tableOf } from '../report';
import { measureRepeats } from './repeatCosts';
import { measureStore, SIZES, type Costs } from './storeCosts';

const measure = (size: number): Costs => ({ ...measureStore(size), ...measureRepeats(size) });
measure(1000); // warms up the compiler before the first measured size
const results: Record<number, Costs> = {};
for (const size of SIZES) {
  results[size] = measure(size);
  console.error(`${size} tasks measured`);
}

const names = Object.keys(results[SIZES[0]!]!);
const rows = names.map(name => {
  const medians = SIZES.map(size => medianOf(results[size]![name]!));
  return { name, medians, growth: growthOf(medians) };
});

console.log(
  tableOf(
    ['µs (median)', ...SIZES.map(size => size.toLocaleString('en')), 'growth'],
    rows.map(({ name, medians, growth }) => [
      name,
      ...medians.map(median => median.toFixed(1)),
      `× ${growth.toFixed(1)}`,
    ]),
  ),
);

const folder = path.join(__dirname, '../results');
mkdirSync(folder, { recursive: true });
const json = { unit: 'µs', sizes: SIZES, node: process.version, rows };
writeFileSync(path.join(folder, 'store.json'), `${JSON.stringify(json, null, 2)}\n`);
