// `npm run chaos -- --seed N --operations N --faults N`: users at work while everything breaks, and a judge at the
// end.
import { randomInt } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { countActs } from './judge/history';
import { createRandom } from './random';
import { judge } from './judge/verdict';
import { live, openWorld, type Plan } from './world/world';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    /** Several seeds make several runs; `fresh` draws a new seed. */
    seed: { type: 'string', multiple: true, default: ['fresh'] },
    operations: { type: 'string', default: '60' },
    faults: { type: 'string', default: '15' },
    /** Splits each run into so many worlds, each with a share of operations and faults and its own verdict. */
    pieces: { type: 'string', default: '1' },
    /** Runs only this piece, from 1. */
    piece: { type: 'string' },
    /** With `--no-shared-notes` users edit only notes of their own device. */
    devices: { type: 'string', default: '3' },
    'shared-notes': { type: 'boolean', default: true },
    /** Draws only these faults, e.g. `tabReloaded,storageHangs`. */
    only: { type: 'string', default: '' },
    /** Writes the totals to this file: `{ passed, failed, failures }`. */
    report: { type: 'string' },
  },
});
const results = path.resolve(__dirname, '../../.cache/chaos');

/** The plan of one piece, from 1. Its seed follows from the run's seed, so that it can be run alone. */
function planOf(seed: number, piece: number): Plan {
  const pieces = Number(values.pieces);
  const share = (all: string) =>
    Math.floor((Number(all) * piece) / pieces) - Math.floor((Number(all) * (piece - 1)) / pieces);
  return {
    seed:
      pieces === 1
        ? seed
        : createRandom(seed)
            .fork(`piece ${piece}`)
            .below(2 ** 31),
    operations: share(values.operations),
    faults: share(values.faults),
    sharesNotes: values['shared-notes'],
    devices: Number(values.devices),
    onlyFaults: values.only.split(',').filter(Boolean),
  };
}

/** Runs one world from start to verdict. `replay` is the command that runs it again. */
async function run(
  plan: Plan,
  name: string,
  replay: string,
): Promise<{ passed: number; failures: string[] }> {
  console.log(`chaos: seed ${name}, ${plan.operations} operations, ${plan.faults} faults`);
  const random = createRandom(plan.seed);
  const world = await openWorld(plan, random);
  try {
    const committed = await live(world, plan, random);
    const { passed, wrong } = await judge(world);
    const { history, devices } = world;
    const [device] = devices;
    console.log(
      `${history.accepted()} operations accepted of ${history.entries.length}: ${countActs(history)}; ` +
        `${device!.company.pairs.met()} pairs on one item`,
    );
    const sum = [...committed.values()].reduce((total, count) => total + count, 0);
    console.log(`${sum} faults: ${[...committed].map(([fault, count]) => `${count} ${fault}`).join(', ')}`);
    await mkdir(results, { recursive: true });
    const log = path.join(results, `${name}.log`);
    await writeFile(log, `${[...history.lines(), ...wrong].join('\n')}\n`);
    if (wrong.length > 0) explain(wrong, history.lines(), log);
    console.log(`replay: ${replay}`);
    return { passed: passed - Math.min(passed, wrong.length), failures: wrong };
  } finally {
    await world.close();
  }
}

/** Prints the faults and the history of the items concerned. */
function explain(wrong: string[], lines: string[], log: string) {
  console.log(wrong.join('\n'));
  const items = [...new Set(wrong.flatMap(words => words.match(/\b[TNR]\d+\b/g) ?? []))];
  for (const item of items.slice(0, 5)) {
    const about = new RegExp(`\\b${item}\\b|---`);
    console.log(lines.filter(line => about.test(line)).join('\n'));
  }
  console.log(`All of it: ${path.relative(process.cwd(), log)}`);
}

async function main() {
  const sum = { passed: 0, failed: 0, failures: [] as string[] };
  const pieces = Number(values.pieces);
  const chosen = values.piece ? [Number(values.piece)] : Array.from({ length: pieces }, (_, at) => at + 1);
  for (const given of values.seed) {
    const seed = given === 'fresh' ? randomInt(1e9) : Number(given);
    for (const piece of chosen) {
      const part = pieces === 1 ? '' : ` --pieces ${pieces} --piece ${piece}`;
      const notes = values['shared-notes'] ? '' : ' --no-shared-notes';
      const only = `${values.only ? ` --only ${values.only}` : ''}${values.devices === '3' ? '' : ` --devices ${values.devices}`}`;
      const { passed, failures } = await run(
        planOf(seed, piece),
        pieces === 1 ? String(seed) : `${seed}-${piece}`,
        `npm run chaos -- --seed ${seed} --operations ${values.operations} --faults ${values.faults}${part}${notes}${only}`,
      );
      sum.passed += passed;
      sum.failed += failures.length;
      sum.failures.push(...failures);
    }
  }
  if (values.report) await writeFile(values.report, JSON.stringify(sum));
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  process.exitCode = sum.failed > 0 ? 1 : 0;
}

void main();
