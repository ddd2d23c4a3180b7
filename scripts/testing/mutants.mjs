// `npm run mutants -- [FOLDER…]`: makes small changes to the code of each folder, one at a time, and reports how many
// of these mutants the tests find. Results are kept in .cache/mutants for the next run.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { Instrumenter } from '@stryker-mutator/instrumenter';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

/** The folders whose faults would lose or leak user data. */
const FOLDERS = [
  'src/sync',
  'src/tasks',
  'src/notes',
  'src/history',
  'server/rules',
  'server/database',
  'server/auth',
  'server/storage',
];
const kept = path.resolve('.cache/mutants');
await mkdir(kept, { recursive: true });

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: `${Date.now() % 100_000}` } },
});
if (values.sample) drawSamples(Number(values.sample), Number(values.seed));

for (const folder of positionals.length > 0 ? positionals : FOLDERS) {
  process.env.MUTANTS_IN = folder;
  const file = path.join(kept, folder.replaceAll('/', '-'));
  const results = await new Stryker({
    mutate: [folder.includes('.') ? folder : `${folder}/**/*.{ts,tsx}`],
    plugins: ['./scripts/testing/mutantJudge.mjs'],
    testRunner: 'judge',
    coverageAnalysis: 'perTest',
    // Excludes code at module level, which every test runs: it would take hours, for texts and tables.
    ignoreStatic: true,
    incremental: !values.sample,
    incrementalFile: `${file}.json`,
    reporters: ['html', 'progress-append-only'],
    htmlReporter: { fileName: `${file}.html` },
    ignorePatterns: ['dist', '.data', '.backups', '.cache', 'bench/results', 'test-results'],
    tempDirName: '.cache/stryker',
    concurrency: Number(process.env.MUTANTS_AT_ONCE ?? 2),
    // Excludes texts of the interface: a changed text is no fault.
    mutator: { excludedMutations: ['StringLiteral'] },
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 60,
    allowEmpty: true,
  }).runMutationTest();
  print(folder, results);
}

/** `--sample 15 --seed 7`: tries only so many mutants of a folder, chosen by the seed, which is printed. */
function drawSamples(count, seed) {
  console.log(`seed ${seed}`);
  const { instrument } = Instrumenter.prototype;
  Instrumenter.prototype.instrument = async function (...args) {
    const instrumented = await instrument.apply(this, args);
    const left = instrumented.mutants.filter(({ status }) => status === undefined);
    const random = randomBy(seed);
    for (let drawn = 0; drawn < count && left.length > 0; drawn++) left.splice(random(left.length), 1);
    for (const mutant of left)
      Object.assign(mutant, { status: 'Ignored', statusReason: 'not in the sample' });
    return instrumented;
  };
}

/** Seeded random whole numbers below a limit (mulberry32). */
function randomBy(seed) {
  let state = seed;
  return limit => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** Prints how many mutants were found, and how many are covered by no test. */
function print(folder, results) {
  const count = (...states) => results.filter(({ status }) => states.includes(status)).length;
  const found = count('Killed', 'Timeout');
  const missed = count('Survived', 'NoCoverage');
  const share = Math.round((1000 * found) / (found + missed || 1)) / 10;
  for (const { status, fileName, location, mutatorName, replacement } of results)
    if (values.sample && status !== 'Ignored')
      console.log(`${status} ${fileName}:${location.start.line} ${mutatorName}: ${replacement}`);
  console.log(
    `${folder}: ${found} of ${found + missed} found (${share} %), ${count('NoCoverage')} run by no test`,
  );
}
