// Three projects: components and what asks for it in jsdom, other code of the app and the server in Node.
require('./test/support/jest/filesInMemory.cjs');

// An instant of a test is of the same day on every machine. Tests of other zones set theirs.
process.env.TZ = 'UTC';

const esmOnly = [
  '@redux-devtools',
  'idb',
  'jose',
  'fake-indexeddb',
  're2js',
  'lodash-es',
  '@noble',
  'ical.js',
  'fractional-indexing',
];
const inNode = ['server', 'scripts', 'tools'];
// Tests that take long and rarely find something are files of their own, `*.long.test.ts`, for `npm run test:full`.
const notNow = process.env.TESTS === 'long' ? [] : ['\\.long\\.test\\.tsx?$'];
const transform = {
  '\\.(mjs|[jt]sx?)$': [
    '<rootDir>/test/support/jest/transform.cjs',
    {
      swcrc: false,
      module: { type: 'commonjs' },
      sourceMaps: true,
      jsc: { target: 'es2022', transform: { react: { runtime: 'automatic' } } },
    },
  ],
};
const common = {
  transform,
  // `npm run test:hosted` asks a package of .cache/hosted about the rules.
  modulePathIgnorePatterns: process.env.RULES_BY ? [] : ['<rootDir>/.cache/'],
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
  moduleNameMapper: {
    '\\.css$': 'identity-obj-proxy',
    // Its entry for browsers, which jsdom asks for, only throws.
    '^ws$': require.resolve('ws'),
    '^fast-check$': '<rootDir>/test/support/jest/fastCheck.cjs',
    '^fast-check/itself$': require.resolve('fast-check'),
    '^@testing-library/dom$': '<rootDir>/test/support/jest/testingLibrary.cjs',
  },
};
module.exports = {
  cacheDirectory: '<rootDir>/.cache/jest',
  workerIdleMemoryLimit: '1GB', // a worker keeps something of every file that it ran
  // Only for what hangs: how long a thing takes is nobody's test here. Jest knows none of a project.
  testTimeout: 300_000,
  projects: [
    {
      ...common,
      displayName: 'app',
      testEnvironment: '<rootDir>/test/support/jest/jsdom-env.cjs',
      testMatch: ['<rootDir>/test/**/*.test.tsx'],
      testPathIgnorePatterns: ['/node_modules/', ...notNow],
      setupFilesAfterEnv: ['<rootDir>/test/support/jest/setup-jsdom.ts'],
    },
    {
      ...common,
      displayName: 'logic',
      testEnvironment: 'node',
      setupFiles: ['<rootDir>/test/support/jest/setup-node.cjs'],
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', `<rootDir>/test/(${inNode.join('|')})/`, ...notNow],
    },
    {
      ...common,
      displayName: 'server',
      testEnvironment: 'node',
      testMatch: [`<rootDir>/test/{${inNode.join(',')}}/**/*.test.ts`],
      testPathIgnorePatterns: ['/node_modules/', ...notNow],
    },
  ],
};
