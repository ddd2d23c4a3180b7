// Jest as `npm run mutants` runs it: the project of `jest.config.cjs` whose code is changed, and none of the other.
const path = require('node:path');
const { projects } = require('../../jest.config.cjs');

const name = process.env.MUTANTS_IN?.startsWith('server') ? 'server' : 'app';
const project = projects.find(({ displayName }) => displayName === name);
const rootDir = path.resolve(__dirname, '../..');

module.exports = {
  ...project,
  rootDir,
  // `MUTANTS_BY=test/history,test/trash`: judged by these tests alone.
  testMatch: process.env.MUTANTS_BY
    ? process.env.MUTANTS_BY.split(',').map(folder => `${rootDir}/${folder}/**/*.test.{ts,tsx}`)
    : project.testMatch,
  testTimeout: 60_000, // changed code is slower, and more so on a busy machine
  // Stryker wraps the environment, and looks for it by its path.
  testEnvironment: project.testEnvironment.replace('<rootDir>', rootDir),
  // Files that ask for an environment of their own do not say what of the code they run.
  testPathIgnorePatterns: [...project.testPathIgnorePatterns, '/test/(firebase/|repeats/zones|tasks/days)'],
};
