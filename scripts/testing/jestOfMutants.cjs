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
  // Stryker wraps the environment, and looks for it by its path.
  testEnvironment: project.testEnvironment.replace('<rootDir>', rootDir),
  // Stryker cannot see which code is run by files with their own test environment.
  testPathIgnorePatterns: [...project.testPathIgnorePatterns, '/test/(firebase/|repeats/zones|tasks/days)'],
};
