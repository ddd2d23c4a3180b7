// Writes down which mutants a file of tests runs: as set-up of the file, and as preload of each process that it starts.
const { appendFileSync } = require('node:fs');

const { afterAll, beforeAll, expect } = globalThis;
const to = process.env.MUTANTS_REACHED;
if (to) {
  const stryker = (globalThis.__stryker__ ??= {});
  const write = file => {
    const { perTest = {}, static: atLoad = {} } = stryker.mutantCoverage ?? {};
    appendFileSync(to, `${JSON.stringify({ file, inTests: perTest[file], atLoad })}\n`);
  };
  if (beforeAll) {
    const { testPath } = expect.getState();
    beforeAll(() => {
      stryker.currentTestId = testPath;
      process.env.MUTANTS_FILE = testPath;
    });
    afterAll(() => write(testPath));
  } else if (process.env.MUTANTS_FILE) {
    stryker.currentTestId = process.env.MUTANTS_FILE;
    process.on('exit', () => write(process.env.MUTANTS_FILE));
  }
}
