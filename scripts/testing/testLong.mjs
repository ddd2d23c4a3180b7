// `npm run test:long -- [--seed N] [--only chaos] [--list]`: searches for new cases with random seeds, for some hours.
// It prints its seed, and after a failure the command that repeats the failed step.
import { randomInt } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { jestCounts, plainCounts, playwrightCounts, runSteps } from './steps.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const results = path.resolve('.cache/results/long');
await rm(results, { recursive: true, force: true });
await mkdir(results, { recursive: true });
const report = name => path.join(results, `${name}.json`);

const { values } = parseArgs({
  options: {
    /** All other seeds are derived from it. */
    seed: { type: 'string', default: String(randomInt(2 ** 31 - 100)) },
    /** The only kind of step to run, by its first word. */
    only: { type: 'string' },
    /** Prints the steps without running them. */
    list: { type: 'boolean', default: false },
  },
});
const first = Number(values.seed);
const seeds = count => Array.from({ length: count }, (_, at) => first + at);
const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));

/** The test files that use fast-check. */
const drawing = [];
for (const file of (await readdir('test', { recursive: true })).sort()) {
  if (!/\.test\.tsx?$/.test(file)) continue;
  const text = await readFile(path.join('test', file), 'utf8');
  if (text.includes("from 'fast-check'")) drawing.push(path.join('test', file));
}

const properties = seed => {
  const counted = report(`properties-${seed}`);
  const jest = ['npx', 'jest', '--json', `--outputFile=${counted}`, ...drawing];
  return {
    name: `properties ${seed}`,
    command: ['env', 'TESTS=long', `PROPERTY_SEED=${seed}`, ...jest],
    minutes: 15,
    counts: jestCounts(counted),
  };
};
const chaos = seed => ({
  name: `chaos ${seed}`,
  command: [
    ...['npm', 'run', '--silent', 'chaos', '--', `--seed=${seed}`, '--operations=300', '--faults=75'],
    ...['--pieces=5', `--report=${report(`chaos-${seed}`)}`],
  ],
  minutes: 40,
  counts: plainCounts(report(`chaos-${seed}`)),
});
/** All stories: the long ones, and the others with the form and the service worker. */
const stories = seed => {
  const counted = report(`stories-${seed}`);
  return {
    name: `stories ${seed}`,
    command: [
      ...['env', 'STORIES=long', `PLAYWRIGHT_JSON_OUTPUT_FILE=${counted}`],
      ...['npm', 'run', '--silent', 'test:e2e'],
    ],
    minutes: 90,
    counts: playwrightCounts(counted),
  };
};
/** All unit and server tests: the long ones, and the others with more rounds. */
const unit = seed => {
  const counted = report(`unit-${seed}`);
  return {
    name: `unit ${seed}`,
    command: ['npm', 'run', '--silent', 'test:unit:long', '--', '--json', `--outputFile=${counted}`],
    minutes: 60,
    counts: jestCounts(counted),
  };
};
/** An npm script with an exit code; skipped while package.json does not have it. */
const script = (name, minutes, argumentsOf) => seed => ({
  name: `${name} ${seed}`,
  command: ['npm', 'run', '--silent', name, '--', ...argumentsOf(seed)],
  minutes,
});

/** The steps to run, and the number of seeds of each. */
const TABLE = [
  [stories, 1],
  [unit, 1],
  [properties, 5],
  [script('crash', 20, seed => [String(seed)]), 1],
  [script('fuzz', 70, seed => [`--seed=${seed}`, '--seconds=3600']), 1],
  [script('hostile', 70, () => ['--rounds=3']), 1],
  [chaos, 3],
];
const steps = TABLE.flatMap(([step, count]) => seeds(count).map(step))
  .filter(({ command }) => command[0] !== 'npm' || command[3] in scripts)
  .filter(({ name }) => !values.only || name.startsWith(`${values.only} `));

const stop = new AbortController();
for (const sign of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(sign, () => stop.abort(sign));

console.log(`seed ${first}; again: npm run test:long -- --seed=${first}`);
if (values.list) {
  for (const { name, command, minutes } of steps)
    console.log(`${name}, ${minutes} minutes at most: ${commandLine(command)}`);
} else {
  const { passed, failed } = await runSteps(steps, { atOnce: 1, signal: stop.signal, log });
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = stop.signal.aborted ? 130 : failed > 0 ? 1 : 0;
}

/** After a failed step, prints how to run it alone. */
function log(line) {
  console.log(line);
  const step = steps.find(({ name }) => line.startsWith(`✗ ${name}:`));
  if (step) console.log(`  again: ${commandLine(step.command)}`);
}

/** As typed by a user, without the option for the report. */
function commandLine(command) {
  return command.filter(part => !part.includes(results) && part !== '--json').join(' ');
}
