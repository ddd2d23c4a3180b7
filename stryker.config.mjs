// `JUDGES=test/lib npm run mutants -- --mutate=src/lib/days/buckets.ts`: changes the code in small ways, one at a time,
// and says which changes none of these tests finds.
export default {
  testRunner: 'command',
  commandRunner: { command: `npx jest --bail --runInBand ${process.env.JUDGES ?? ''}` },
  // It would read tsconfig.json by what TypeScript 7 no longer offers; the tests do without.
  ignorePatterns: ['dist', '.data', '.backups', '.cache', 'test-results', 'tsconfig.json'],
  tempDirName: '.cache/stryker',
  reporters: ['clear-text', 'progress-append-only'],
  mutator: { excludedMutations: ['StringLiteral'] }, // texts of the interface
  concurrency: 2,
  timeoutMS: 60_000,
};
