// `npm run test:full -- [--minutes=50] [--only=server,chaos] [--seed=1] [--list]`: what `npm test` leaves out. Names
// what the minutes did not reach. Ends with 'N passed, N failed'.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { abortOnSignals, finish, jestCounts, plainCounts, playwrightCounts, runSteps } from './steps.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    /** Kinds of steps, by their first word. */
    only: { type: 'string' },
    /** Of everything that is drawn. */
    seed: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
  },
});
const { seed } = values;
const results = path.resolve('.cache/results/full');
const report = name => path.join(results, `${name.replaceAll(/\W+/g, '-')}.json`);

const files = readdirSync('test', { recursive: true })
  .map(name => path.join('test', name))
  .sort();
const textOf = file => readFileSync(file, 'utf8');

const longTests = files.filter(file => /\.long\.test\.tsx?$/.test(file));
/** The ordinary tests that try more in the full run. */
const countedTests = files.filter(
  file =>
    /\.test\.tsx?$/.test(file) &&
    !longTests.includes(file) &&
    /\/support\/long'|from 'fast-check'/.test(textOf(file)),
);
const longStories = files.filter(file => file.endsWith('.story.ts') && /@(long|phone)/.test(textOf(file)));

/** The files by their folder, down to `depth` names of it. */
function byFolder(names, depth) {
  const folders = new Map();
  for (const name of names) {
    const folder = path.dirname(name).split(path.sep).slice(0, depth).join('/');
    folders.set(folder, [...(folders.get(folder) ?? []), name]);
  }
  return [...folders];
}

const jest = (name, tests) => ({
  name,
  command: [
    ...['env', 'TESTS=long', `PROPERTY_SEED=${seed}`],
    ...['npx', 'jest', '--maxWorkers=2', '--json', `--outputFile=${report(name)}`],
    ...['--runTestsByPath', ...tests],
  ],
  minutes: 40,
  counts: jestCounts(report(name)),
});
const script = (name, minutes, ...args) => ({
  name,
  command: ['npm', 'run', '--silent', name, '--', ...args],
  minutes,
});
/** Only what the ordinary run of stories does not tell. */
const stories = ([folder, names]) => ({
  name: `stories ${folder}`,
  command: [
    ...['env', 'STORIES=long', `PLAYWRIGHT_JSON_OUTPUT_FILE=${report(`stories ${folder}`)}`],
    ...['npx', 'playwright', 'test', '--workers=2', '--pass-with-no-tests'],
    ...['--grep=@long|^phone ', ...names],
  ],
  minutes: 30,
  counts: playwrightCounts(report(`stories ${folder}`)),
});

const isOfServer = file => /^test.(server|scripts|tools|home)\b/.test(file);
const steps = [
  { name: 'build', command: ['npm', 'run', '--silent', 'build'], minutes: 10 },
  ...byFolder(longTests.filter(isOfServer), 3).map(([folder, tests]) => jest(`server ${folder}`, tests)),
  script('crash', 20, seed),
  script('hostile', 20),
  jest(
    'unit',
    longTests.filter(file => !isOfServer(file)),
  ),
  jest('properties', countedTests),
  {
    name: 'chaos',
    command: [
      ...['npm', 'run', '--silent', 'chaos', '--', `--seed=${seed}`, '--operations=150', '--faults=38'],
      ...['--pieces=3', `--report=${report('chaos')}`],
    ],
    minutes: 25,
    counts: plainCounts(report('chaos')),
  },
  ...byFolder(longStories, 3).map(stories),
].filter(({ name }) => !values.only || ['build', ...values.only.split(',')].includes(name.split(' ')[0]));

if (values.list) {
  for (const { name, command } of steps) console.log(`${name}: ${command.join(' ')}`);
} else {
  await rm(results, { recursive: true, force: true });
  await mkdir(results, { recursive: true });
  const signal = abortOnSignals();
  const minutes = Number(values.minutes ?? Infinity);
  finish(await runSteps(steps, { atOnce: 1, minutes, signal }), signal);
}
