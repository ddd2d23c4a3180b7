// `npm test`: the tests that end in minutes, the same on every run. Ends with 'N passed, N failed'.
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { abortOnSignals, finish, jestCounts, playwrightCounts, runSteps } from './steps.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const results = path.resolve('.cache/results');
await rm(results, { recursive: true, force: true });
await mkdir(results, { recursive: true });
const unit = path.join(results, 'unit.json');
const stories = path.join(results, 'stories.json');
process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = stories;

// The limits in minutes are for what hangs.
const steps = [
  { name: 'build', command: ['node', 'scripts/lib/build.mjs'], minutes: 10 },
  { name: 'lint', command: ['npm', 'run', '--silent', 'lint'], minutes: 10 },
  {
    name: 'unit',
    command: ['node_modules/.bin/jest', '--maxWorkers=2', '--json', `--outputFile=${unit}`],
    after: ['build'],
    minutes: 40,
    counts: jestCounts(unit),
  },
  {
    name: 'stories',
    command: ['node_modules/.bin/playwright', 'test', '--workers=2'],
    after: ['build'],
    needs: ['build'],
    minutes: 40,
    counts: playwrightCounts(stories),
  },
  { name: 'types', command: ['npm', 'run', '--silent', 'typecheck'] },
  { name: 'format', command: ['npm', 'run', '--silent', 'format'] },
];

const signal = abortOnSignals();
finish(await runSteps(steps, { atOnce: 2, signal }), signal);
