/**
 * `npm run simulate [-- --users 100000 --seed 1 --databases 1,2,4,8]`: simulates a day on sites with different numbers
 * of databases, and compares it with the limits and prices of hosted Firebase. `--measure` measures each act again
 * (simulate/acts.json).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Measured } from './acts';
import { simulateDay } from './day';
import { tableOf } from './report';

const FILE = join(__dirname, 'acts.json');

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      users: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
      databases: { type: 'string', default: '1,2,4,8' },
      measure: { type: 'boolean', default: false },
    },
  });
  if (values.measure) {
    const { measure } = await import('./measure');
    writeFileSync(FILE, `${JSON.stringify(await measure(), null, 2)}\n`);
    console.log(`Wrote ${FILE}.`);
    return;
  }
  const numbers = [values.users, values.seed, ...values.databases.split(',')].map(Number);
  if (numbers.some(value => !Number.isSafeInteger(value) || value < 1))
    throw new Error('Users, seed and databases are whole numbers above 0, e.g. --databases 1,2,4,8');
  const [users, seed, ...counts] = numbers as [number, number, ...number[]];
  const measured = JSON.parse(readFileSync(FILE, 'utf8')) as Measured;
  console.log(tableOf(simulateDay(users, counts, seed, measured)));
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
