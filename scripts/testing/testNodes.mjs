// `npm run test:nodes -- [20 24]`: tests the last commit on each supported Node: npm ci, a start, the unit tests and
// ten story files. The Node binaries come from the npm package `node`. Ends with 'N passed, N failed'.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { jestCounts, playwrightCounts, runSteps } from './steps.mjs';

/** Major versions of Node. 20 no longer gets security updates; 24 is recommended. */
const NODES = ['20', '22', '24', '26'];
const STORIES = 'tasks wall repeats parts find transfer session operator offline/storage'.split(' ');
const PORT = '18655';

const root = fileURLToPath(new URL('../..', import.meta.url));
const wanted = process.argv.length > 2 ? process.argv.slice(2) : NODES;
const work = await mkdtemp(path.join(tmpdir(), 'daywall-nodes-'));

/** The sequential steps for one Node, in their own clone. */
function stepsOn(major) {
  const node = path.join(work, `node-${major}`);
  const clone = path.join(work, `daywall-${major}`);
  const results = path.join(work, `results-${major}`);
  const shell = line => [
    'env',
    `PATH=${path.join(node, 'node_modules/node/bin')}:${process.env.PATH}`,
    `PLAYWRIGHT_JSON_OUTPUT_FILE=${results}-stories.json`,
    `PORT=${PORT}`,
    `DATA_DIR=${results}-data`,
    ...['sh', '-ec', line],
  ];
  const inClone = line => shell(`cd ${clone}; ${line}`);
  const started = 'for i in $(seq 120); do node scripts/healthy.mjs 2>/dev/null && break; sleep 1; done';
  const all = [
    { name: 'node', command: shell(`npm install --prefix ${node} --no-save node@${major}; node --version`) },
    { name: 'install', minutes: 10, command: shell(`git clone -q ${root} ${clone}; cd ${clone}; npm ci`) },
    {
      name: 'start',
      command: inClone(`npm start & ${started}; node scripts/healthy.mjs`),
    },
    {
      name: 'unit',
      minutes: 30,
      command: inClone(`npx jest --json --outputFile=${results}-unit.json`),
      counts: jestCounts(`${results}-unit.json`),
    },
    {
      name: 'stories',
      minutes: 20,
      command: inClone(`npx playwright test ${STORIES.map(name => `/${name}.story.ts`).join(' ')}`),
      counts: playwrightCounts(`${results}-stories.json`),
    },
  ];
  return all.map((step, at) => ({
    ...step,
    name: `${major} ${step.name}`,
    after: at === 0 ? [] : [`${major} ${all[at - 1].name}`],
    needs: at === 0 ? [] : [`${major} ${all[Math.min(at - 1, 1)].name}`],
  }));
}

const stop = new AbortController();
for (const sign of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(sign, () => stop.abort(sign));

const { passed, failed } = await runSteps(wanted.flatMap(stepsOn), { atOnce: 1, signal: stop.signal });
await rm(work, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = stop.signal.aborted ? 130 : failed > 0 ? 1 : 0;
