// `npm run chaos -- --seed N --operations N --faults N`: people at work while everything breaks, and a judge at the end.
import { randomInt } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findChromium } from '../support/chromium.mjs';
import { signUp } from '../support/identity';
import { startServer } from '../support/server';
import { calmDown } from './calm';
import { Device, type Tab } from './device';
import { openFaultProxy } from './faultProxy';
import { chooseFault, commit, type FaultName, type World } from './faults';
import { countActs, createHistory } from './history';
import { compare, judgeItem, type Found } from './judge';
import { createRandom } from './random';
import { readServer } from './stored';

const { values } = parseArgs({
  options: {
    /** Several seeds are several runs; `fresh` is one that nobody has seen. */
    seed: { type: 'string', multiple: true, default: ['fresh'] },
    operations: { type: 'string', default: '60' },
    faults: { type: 'string', default: '15' },
    /** A file for the sum: `{ passed, failed }`. */
    report: { type: 'string' },
  },
});
const operations = Number(values.operations);
const faults = Number(values.faults);
const dist = path.resolve(__dirname, '../../dist');
const results = path.resolve(__dirname, '../../.cache/chaos');

/** Two tabs on one device and a third on another, one user, one server. */
async function openWorld(): Promise<World & { close(): Promise<void> }> {
  const history = createHistory();
  const note = (what: string) => history.note(`    ${what}`);
  const proxies = [await openFaultProxy(note), await openFaultProxy(note)];
  const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const server = await startServer({ dist, env: { ALLOWED_HOSTS: hosts } });
  proxies.forEach(proxy => proxy.connectTo(server.port));
  const [email, password] = ['chaos@example.com', 'secret-1'];
  const { localId: uid } = await signUp(server.url, email, password);
  const browser = await chromium.launch(await findChromium());
  const account = { email, password, uid };
  const [a, b] = [
    await Device.open(browser, { name: 'A', proxy: proxies[0]!, account, history }),
    await Device.open(browser, { name: 'B', proxy: proxies[1]!, account, history }),
  ];
  return {
    server,
    devices: [a, b],
    history,
    clock: 0,
    async close() {
      await browser.close();
      for (const proxy of proxies) await proxy.close();
      await server.stop();
    },
  };
}

/** People and faults, until so many operations were accepted. */
async function live(world: World, seed: number): Promise<Map<FaultName, number>> {
  const { history, devices } = world;
  const random = createRandom(seed);
  const [a, b] = devices as [Device, Device];
  const tabs: Tab[] = [];
  for (const [device, name] of [
    [a, 'A1'],
    [a, 'A2'],
    [b, 'B1'],
  ] as const)
    tabs.push(await device.addTab(random.fork(name)));

  const importer = random.pick(tabs);
  const isTimeToImport = () =>
    history.accepted() > operations / 3 && !history.entries.some(({ act }) => act === 'import');
  const people = tabs.map(async tab => {
    while (!history.isOver()) {
      const before = history.entries.length;
      const isImporting = tab === importer && isTimeToImport();
      await tab
        .act(person => (isImporting ? person.import() : person.act()))
        .catch(error => history.note(`${tab.name} failed: ${(error as Error).message}`));
      if (history.entries.length === before) await setTimeout(200); // nothing could be done just now
      if (history.accepted() >= operations) history.end();
    }
  });
  const committed = new Map<FaultName, number>();
  const breaking = (async () => {
    const choices = random.fork('faults');
    for (let at = 0; at < faults && !history.isOver(); at++) {
      await history.reached(Math.floor((at * operations) / (faults + 1)));
      if (at > 0 && at % 50 === 0) console.log(`${history.accepted()} operations, ${at} faults so far`);
      const fault = chooseFault(choices);
      committed.set(fault, (committed.get(fault) ?? 0) + 1);
      await commit(fault, world, choices).catch(error =>
        history.note(`${fault}: ${(error as Error).message}`),
      );
    }
  })();
  await Promise.all([...people, breaking]);
  return committed;
}

/** A screen follows the server, after a lost connection within seconds: what a look begun later than that finds is wrong. */
const FOLLOWS_WITHIN = 10_000;

async function differences(tab: Tab, found: Found[]): Promise<string[]> {
  const until = Date.now() + FOLLOWS_WITHIN;
  for (;;) {
    const isLast = Date.now() > until; // a look takes seconds, and rows may come while it counts them
    const person = await tab.ready();
    const shown = person ? await person.everything() : [];
    const wrong = compare(tab.name, found, shown);
    if (wrong.length === 0 || isLast) return wrong;
    tab.device.history.note(`${tab.name} is behind: ${wrong.join('; ')}`);
  }
}

async function judge(world: World): Promise<{ passed: number; wrong: string[] }> {
  const { history, devices, server } = world;
  const wrong = await calmDown(world);
  const { found, trashed } = await readServer(world);
  const items = [...new Set(history.entries.map(({ item }) => item))];
  for (const item of items)
    wrong.push(
      ...judgeItem(
        item,
        history.entries.filter(entry => entry.item === item),
        found.filter(one => one.item === item),
        trashed.filter(one => one.item === item),
      ),
    );
  let screens = 0;
  for (const tab of devices.flatMap(({ tabs }) => tabs)) {
    screens++;
    wrong.push(...(await differences(tab, found)));
  }
  // What was answered is on the disk.
  await server.kill9();
  await server.restart();
  wrong.push(...compare('The disk', found, (await readServer(world)).found));
  wrong.push(...history.lines().filter(line => line.includes(' BUG ')));
  return { passed: items.length + screens + 1, wrong };
}

/** One world, from its beginning to its judgement. */
async function run(seed: number): Promise<{ passed: number; failed: number }> {
  console.log(`chaos: seed ${seed}, ${operations} operations, ${faults} faults`);
  const world = await openWorld();
  try {
    const committed = await live(world, seed);
    const { passed, wrong } = await judge(world);
    const { history } = world;
    console.log(
      `${history.accepted()} operations accepted of ${history.entries.length}: ${countActs(history)}`,
    );
    const sum = [...committed.values()].reduce((total, count) => total + count, 0);
    console.log(`${sum} faults: ${[...committed].map(([name, count]) => `${count} ${name}`).join(', ')}`);
    await mkdir(results, { recursive: true });
    const log = path.join(results, `${seed}.log`);
    await writeFile(log, `${[...history.lines(), ...wrong].join('\n')}\n`);
    if (wrong.length > 0) explain(wrong, history.lines(), log);
    console.log(`replay: npm run chaos -- --seed ${seed} --operations ${operations} --faults ${faults}`);
    return { passed: passed - Math.min(passed, wrong.length), failed: wrong.length };
  } finally {
    await world.close();
  }
}

/** What is wrong, and what happened to the items that it is about. */
function explain(wrong: string[], lines: string[], log: string) {
  console.log(wrong.join('\n'));
  const items = [...new Set(wrong.flatMap(words => words.match(/\b[TN]\d+\b/g) ?? []))];
  for (const item of items.slice(0, 5)) {
    const about = new RegExp(`\\b${item}\\b|---`);
    console.log(lines.filter(line => about.test(line)).join('\n'));
  }
  console.log(`All of it: ${path.relative(process.cwd(), log)}`);
}

async function main() {
  const sum = { passed: 0, failed: 0 };
  for (const seed of values.seed) {
    const { passed, failed } = await run(seed === 'fresh' ? randomInt(1e9) : Number(seed));
    sum.passed += passed;
    sum.failed += failed;
  }
  if (values.report) await writeFile(values.report, JSON.stringify(sum));
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  process.exitCode = sum.failed > 0 ? 1 : 0;
}

void main();
