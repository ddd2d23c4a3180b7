// `npm test`: all tests, also on a fresh clone and the same in every run: seeds are fixed (`npm run test:long` uses
// random ones). Ends with 'N passed, N failed'.
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { jestCounts, plainCounts, playwrightCounts, runSteps } from './steps.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const results = path.resolve('.cache/results');
await rm(results, { recursive: true, force: true });
await mkdir(results, { recursive: true });
const unit = path.join(results, 'unit.json');
const stories = path.join(results, 'stories.json');
const chaos = path.join(results, 'chaos.json');
process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = stories;

const npm = (script, ...args) => ['npm', 'run', '--silent', script, '--', ...args];
const steps = [
  { name: 'build', command: npm('build') },
  // Two of these steps run side by side, the longest first: each of them often waits for a page, a disk or a fault. What
  // has one thread comes beside the build and beside the end of the longest. Their limits are for what hangs.
  { name: 'lint', command: npm('lint') },
  {
    name: 'unit',
    command: npm('test:unit', '--maxWorkers=2', '--json', `--outputFile=${unit}`),
    after: ['build'],
    needs: [], // its servers run the built code if there is any
    minutes: 40,
    counts: jestCounts(unit),
  },
  {
    name: 'stories',
    command: npm('test:e2e', '--workers=2'),
    after: ['build'],
    minutes: 40,
    counts: playwrightCounts(stories),
  },
  {
    name: 'chaos',
    command: npm('chaos', '--seed=2', '--operations=40', '--faults=10', `--report=${chaos}`),
    after: ['build'],
    minutes: 10,
    counts: plainCounts(chaos),
  },
  { name: 'types', command: npm('typecheck'), after: ['build'], needs: [] },
  { name: 'format', command: npm('format'), after: ['build'], needs: [] },
];

const stop = new AbortController();
for (const sign of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(sign, () => stop.abort(sign));

const { passed, failed } = await runSteps(steps, { atOnce: 2, signal: stop.signal });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = stop.signal.aborted ? 130 : failed > 0 ? 1 : 0;
