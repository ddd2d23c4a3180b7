import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { signUp } from '../../support/clients/identity';
import { startServer } from '../../support/server/server';
import { Device } from './device';
import { openFaultProxy } from './faultProxy';
import { chooseFault, commit, type FaultName, type World } from './faults';
import { createHistory } from '../judge/history';
import { createPairs } from '../judge/pairs';
import type { Random } from '../random';
import type { Tab } from './tab';

const dist = path.resolve(__dirname, '../../../dist');
const MINUTE_MS = 60_000;
/** Milliseconds by which the second device's clock may be wrong. */
const DRIFTS_MS = [
  0,
  3 * MINUTE_MS,
  -3 * MINUTE_MS,
  100 * MINUTE_MS,
  -100 * MINUTE_MS,
  40 * 24 * 60 * MINUTE_MS,
];

export interface Plan {
  seed: number;
  operations: number;
  faults: number;
  sharesNotes: boolean;
  /** 2 or 3. */
  devices: number;
  /** The names of the only faults that are drawn; empty means all. */
  onlyFaults: readonly string[];
}

/** Two tabs on one device, a third on another whose clock may be wrong, and one on a third device: one user, one server. */
export async function openWorld(
  { sharesNotes, devices: count }: Plan,
  random: Random,
): Promise<World & { close(): Promise<void> }> {
  const history = createHistory();
  const note = (what: string) => history.note(`    ${what}`);
  const openProxy = () => openFaultProxy(note);
  const proxies = [await openProxy(), await openProxy(), await openProxy()] as const;
  const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const server = await startServer({ dist, env: { ALLOWED_HOSTS: hosts } });
  proxies.forEach(proxy => proxy.connectTo(server.port));
  const [email, password] = ['chaos@example.com', 'secret-1'];
  const { localId: uid } = await signUp(server.url, email, password);
  const company = { account: { email, password, uid }, history, pairs: createPairs(), sharesNotes };
  const drift = random.fork('clocks').pick(DRIFTS_MS);
  history.note(`--- the clock of B is wrong by ${drift / MINUTE_MS} minutes`);
  const devices = [
    await Device.open('A', proxies[0], company, 0),
    await Device.open('B', proxies[1], company, drift),
    ...(count > 2 ? [await Device.open('C', proxies[2], company, 0)] : []),
  ];
  return {
    server,
    devices,
    history,
    clock: 0,
    async close() {
      for (const device of devices) await device.close();
      for (const proxy of proxies) await proxy.close();
      await server.stop();
    },
  };
}

/** Runs users and faults until so many operations are accepted. */
export async function live(
  world: World,
  { operations, faults, onlyFaults }: Plan,
  random: Random,
): Promise<Map<FaultName, number>> {
  const { history, devices } = world;
  const [a, b, c] = devices as [Device, Device, Device?];
  const tabs: Tab[] = [];
  for (const [device, name] of [
    [a, 'A1'],
    [a, 'A2'],
    [b, 'B1'],
    [c, 'C1'],
  ] as const)
    if (device) tabs.push(await device.addTab(random.fork(name)));

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
      if (history.entries.length === before) await setTimeout(200); // no user could act now
      if (history.accepted() >= operations) history.end();
    }
  });
  const committed = new Map<FaultName, number>();
  const breaking = (async () => {
    const choices = random.fork('faults');
    for (let at = 0; at < faults && !history.isOver(); at++) {
      await history.reached(Math.floor((at * operations) / (faults + 1)));
      if (at > 0 && at % 50 === 0) console.log(`${history.accepted()} operations, ${at} faults so far`);
      const fault = chooseFault(choices, onlyFaults);
      committed.set(fault, (committed.get(fault) ?? 0) + 1);
      await commit(fault, world, choices).catch(error =>
        history.note(`${fault}: ${(error as Error).message}`),
      );
    }
  })();
  await Promise.all([...people, breaking]);
  return committed;
}
