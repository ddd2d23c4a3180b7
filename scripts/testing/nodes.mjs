// `npm run test:nodes -- [20 24]`: clones the last commit and runs `npm test` on each supported Node, whose binaries come
// from the npm package `node`. Ends with 'N passed, N failed'.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { abortOnSignals, finish, runSteps } from './steps.mjs';

/** Major versions of Node. 20 no longer gets security updates; 24 is recommended. */
const NODES = ['20', '22', '24', '26'];

const root = fileURLToPath(new URL('../..', import.meta.url));
const wanted = process.argv.length > 2 ? process.argv.slice(2) : NODES;
const work = await mkdtemp(path.join(tmpdir(), 'daywall-nodes-'));

const steps = wanted.map((major, at) => {
  const node = path.join(work, `node-${major}`);
  const clone = path.join(work, `daywall-${major}`);
  const commands = [
    `npm install --prefix ${node} --no-save node@${major}`,
    `export PATH=${path.join(node, 'node_modules/node/bin')}:$PATH`,
    `git clone -q ${root} ${clone}`,
    `cd ${clone}`,
    'npm test',
  ];
  const after = at === 0 ? [] : [`Node ${wanted[at - 1]}`];
  return { name: `Node ${major}`, command: ['sh', '-ec', commands.join('\n')], after, minutes: 90 };
});

const signal = abortOnSignals();
const result = await runSteps(steps, { atOnce: 1, signal });
await rm(work, { recursive: true, force: true });
finish(result, signal);
