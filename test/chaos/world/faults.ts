import { setTimeout } from 'node:timers/promises';
import type { TestServer } from '../../support/server/server';
import type { Device } from './device';
import type { History } from '../judge/history';
import type { Random } from '../random';
import type { Tab } from './tab';

const HOUR_MS = 3_600_000;
/** Milliseconds after which a lasting fault ends even if no user can act. */
const WAIT_AT_MOST_MS = 8000;
/** The same for a device that is offline for many operations. */
const AWAY_AT_MOST_MS = 60_000;
/** Milliseconds between a change and the reload of its page. */
const RELOAD_AFTER_MS = [0, 20, 50, 100, 150, 250, 400];
const WRITES = /^(POST|PUT|PATCH|DELETE) .*\.json$/;
const READS = /^GET \/(?!__).*\.json$/;

export interface World {
  server: TestServer;
  devices: Device[];
  history: History;
  /** Milliseconds that the world's clock is ahead. */
  clock: number;
}

/** The relative frequency of each fault. */
const weights = {
  serverKilled: 10,
  answerDropped: 16,
  answerDelayed: 8,
  requestRefused: 8,
  busy: 4,
  socketAnswerLost: 8,
  socketsCut: 6,
  offline: 12,
  tabKilled: 10,
  tabKilledOffline: 5,
  browserKilled: 8,
  browserKilledOffline: 4,
  away: 5,
  tabReloaded: 10,
  storageHangs: 6,
  tabFrozen: 5,
  tokenExpired: 3,
  midnight: 2,
  clockBack: 1,
  signedOut: 3,
};
export type FaultName = keyof typeof weights;

/** Draws a fault, only from `only` if it names any. */
export function chooseFault(random: Random, only: readonly string[]): FaultName {
  const drawn = Object.entries(weights).filter(([name]) => only.length === 0 || only.includes(name));
  return random.weighed(Object.fromEntries(drawn) as typeof weights);
}

/** Commits a fault. A lasting fault ends after a few more operations. */
export async function commit(fault: FaultName, world: World, random: Random): Promise<void> {
  const { server, devices, history } = world;
  const device = random.pick(devices);
  const tab: Tab = random.pick(device.tabs);
  const aWhile = () =>
    Promise.race([history.reached(history.accepted() + 1 + random.below(5)), setTimeout(WAIT_AT_MOST_MS)]);
  history.note(`--- ${fault} ${device.name} ${tab.name}`);
  switch (fault) {
    case 'serverKilled':
      await server.kill9();
      if (random.chance(0.5)) await aWhile();
      return server.restart();
    case 'answerDropped':
      return device.proxy.plant({ type: 'dropAnswer' }, WRITES, 1 + random.below(2));
    case 'answerDelayed':
      return device.proxy.plant(
        { type: 'delayAnswer', milliseconds: 200 + random.below(5000) },
        random.pick([WRITES, READS]),
        1 + random.below(3),
      );
    case 'requestRefused':
      return device.proxy.plant({ type: 'refuse' }, random.pick([WRITES, READS]), 1 + random.below(3));
    case 'busy':
      return device.proxy.plant({ type: 'busy' }, random.pick([WRITES, READS]), 1 + random.below(3));
    case 'socketAnswerLost':
      return device.proxy.loseSocketAnswers();
    case 'socketsCut':
      return device.proxy.cutSockets();
    case 'offline': {
      const back = await device.goOffline();
      await aWhile();
      return back();
    }
    case 'away': {
      // Other faults happen while it is offline.
      const back = await device.goOffline();
      const until = history.reached(history.accepted() + 10 + random.below(20));
      void Promise.race([until, setTimeout(AWAY_AT_MOST_MS, undefined, { ref: false })])
        .then(back)
        .catch(error => history.note(`away: ${(error as Error).message}`));
      return;
    }
    case 'tabKilled':
      return tab.kill();
    case 'tabKilledOffline': {
      const back = await device.goOffline();
      await tab.kill();
      await aWhile();
      return back();
    }
    case 'browserKilled':
      return device.kill();
    case 'browserKilledOffline': {
      const back = await device.goOffline();
      await device.kill();
      await aWhile();
      return back();
    }
    case 'tabReloaded':
      return tab.reloadAfterChange(random.pick(RELOAD_AFTER_MS));
    case 'storageHangs':
      await tab.hangStorage(random.pick(['read', 'write']));
      await aWhile();
      // The operations that the database does not have are in localStorage.
      return tab.reload();
    case 'tabFrozen':
      await tab.freeze();
      await aWhile();
      return tab.thaw();
    case 'tokenExpired':
      return moveClocks(world, HOUR_MS + random.below(HOUR_MS));
    case 'midnight':
      return moveClocks(world, 24 * HOUR_MS);
    case 'clockBack':
      return moveClocks(world, -random.below(HOUR_MS));
    case 'signedOut':
      return tab.signOut();
  }
}

/**
 * No clock of a server leaps by an hour while a device waits for its answer: nothing goes through meanwhile. With the
 * connections goes what the devices heard of the server's time before it moved.
 */
async function moveClocks(world: World, milliseconds: number) {
  world.clock += milliseconds;
  const releases = world.devices.map(({ proxy }) => proxy.hold());
  for (const device of world.devices) await device.moveClock(world.clock);
  await world.server.advance(milliseconds);
  releases.forEach(release => release());
}
