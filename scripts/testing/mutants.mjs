// `npm run mutants -- [FOLDER…]`: changes the code of each folder in small ways, one at a time, and says how many of these
// mutants the tests find. The result of a folder is kept in .cache/mutants and taken up by the next run.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

/** The folders whose faults would lose or leak what people keep. */
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

for (const folder of process.argv.length > 2 ? process.argv.slice(2) : FOLDERS) {
  process.env.MUTANTS_IN = folder;
  const file = path.join(kept, folder.replaceAll('/', '-'));
  const results = await new Stryker({
    mutate: [folder.includes('.') ? folder : `${folder}/**/*.{ts,tsx}`],
    testRunner: 'jest',
    jest: {
      projectType: 'custom',
      configFile: 'scripts/testing/jestOfMutants.cjs',
      enableFindRelatedTests: true,
    },
    coverageAnalysis: 'perTest',
    // Every test runs the code of a module's own level: hours, for texts and tables.
    ignoreStatic: true,
    incremental: true,
    incrementalFile: `${file}.json`,
    reporters: ['html', 'progress-append-only'],
    htmlReporter: { fileName: `${file}.html` },
    ignorePatterns: ['dist', '.data', '.backups', '.cache', 'bench/results', 'test-results'],
    tempDirName: '.cache/stryker',
    concurrency: Number(process.env.MUTANTS_AT_ONCE ?? 2),
    // Texts for people: a changed one is another text, not a fault.
    mutator: { excludedMutations: ['StringLiteral'] },
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 60,
    allowEmpty: true,
  }).runMutationTest();
  print(folder, results);
}

/** Prints how many of the mutants were found, and how many no test runs. */
function print(folder, results) {
  const count = (...states) => results.filter(({ status }) => states.includes(status)).length;
  const found = count('Killed', 'Timeout');
  const missed = count('Survived', 'NoCoverage');
  const share = Math.round((1000 * found) / (found + missed || 1)) / 10;
  console.log(
    `${folder}: ${found} of ${found + missed} found (${share} %), ${count('NoCoverage')} run by no test`,
  );
}
