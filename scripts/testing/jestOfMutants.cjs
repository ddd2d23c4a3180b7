// The Jest configuration for `npm run mutants`: only the project of `jest.config.cjs` whose code is changed.
const path = require('node:path');
const { projects } = require('../../jest.config.cjs');

const name = process.env.MUTANTS_IN?.startsWith('server') ? 'server' : 'app';
const project = projects.find(({ displayName }) => displayName === name);
const rootDir = path.resolve(__dirname, '../..');

module.exports = {
  ...project,
  rootDir,
  // `MUTANTS_BY=test/history,test/trash` runs only these tests.
  testMatch: process.env.MUTANTS_BY
    ? process.env.MUTANTS_BY.split(',').map(folder => `${rootDir}/${folder}/**/*.test.{ts,tsx}`)
    : project.testMatch,
  testTimeout: 60_000, // changed code is slower, and more so on a busy machine
  setupFilesAfterEnv: [
    ...(project.setupFilesAfterEnv ?? []),
    path.join(rootDir, 'scripts/testing/reachedMutants.cjs'),
    path.join(rootDir, 'scripts/testing/oneFailureEnds.cjs'),
  ],
};
