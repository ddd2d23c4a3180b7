import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { userCommands } from './auth/administration';
import { createVerifier } from './auth/identity';
import type { Cost } from './auth/passwords';
import { openAuth } from './auth/state';
import { urlHost, type Config } from './config';
import { openDatabases, type Databases } from './database/databases';
import { checkInstances, noteInstances } from './database/instances';
import { createDoor } from './http/door';
import { createFiles } from './http/files';
import { openHosts } from './http/hosts';
import { createVisits } from './http/visits';
import { openRules, reloadOnHangup, type RulesFile } from './rules/reload';
import { backupHandlers } from './storage/backupSeries';
import { statusHandlers } from './status';
import { serveControl } from './storage/control';
import { openStore } from './storage/store';
import type { Clock, Random } from './types';

/** What the server is handed instead of reaching for it. */
export interface Surroundings {
  clock: Clock;
  random: Random;
  log: Logger;
  /** The folder of the built app, or null for the server alone. */
  dist: string | null;
  /** Names this program (`version.ts`); data that another one had are backed up first. */
  version: string;
  /** What hashing a password costs, for tests; the product's own when left out. No setting reaches it. */
  passwordCost?: Cost | undefined;
}

export interface RunningServer {
  /** Where it answers, with the port that it got. */
  url: string;
  /** The hosts that it answers to when it listens on every address; empty otherwise. */
  hosts: string[];
  /** Takes no more, finishes what is under way, and leaves the data folder. */
  close(): Promise<void>;
}

/** How long answers under way are waited for at the end, in milliseconds. */
const drainTime = 5_000;

/** Opens the parts in the order in which they need each other, and listens only when all of them are ready. */
export async function openServer(config: Config, around: Surroundings): Promise<RunningServer> {
  const { clock, random, log } = around;
  const opened: (() => unknown)[] = [];
  const closeAll = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    const rules = openRules(config.rulesFile, log);
    const store = await openStore(config.dataDir, { program: around.version });
    opened.push(() => store.close());
    await checkInstances(store, config.instances);
    await noteInstances(store, config.instances);
    const auth = await openAuth(store, config, clock, random, log, around.passwordCost);
    const tokens = createVerifier(auth);
    const shareOf = (uid: string) => auth.accounts.get(uid)?.quota ?? config.accountQuota;
    const databases = await openDatabases({
      store,
      names: config.instances,
      rules: () => rules.current(),
      tokens,
      clock,
      random,
      shareOf,
      mostStored: config.databaseQuota,
      log,
    });
    opened.push(() => databases.close());
    opened.push(reloadOnHangup(following(rules, databases)));

    const visits = createVisits();
    const door = createDoor({ config, auth, databases, files: createFiles(around.dist), log, visits });
    const port = () => (door.address() as AddressInfo).port;
    const url = () => `http://${urlHost(config.host)}:${port()}`;
    const site = () => config.publicUrl?.origin ?? url();
    const biggest = () => databases.biggest();
    const about = { version: around.version, storeId: store.id, url, clock, biggest };
    const handlers = {
      ...userCommands(auth, site, { storedBy: uid => databases.storedBy(uid), shareOf }),
      ...backupHandlers(store),
      ...statusHandlers(about),
      ...visits.handlers,
    };
    const control = await serveControl(config.dataDir, handlers);
    opened.push(() => control.close());
    await listen(door, config, log);
    return {
      url: url(),
      hosts: openHosts(config, port()),
      async close() {
        const drained = drain(door);
        const closeStore = opened.shift();
        await closeAll();
        await drained;
        await closeStore?.();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** The rules, so that what they no longer allow ends as soon as they are reloaded. */
function following(rules: RulesFile, databases: Databases): RulesFile {
  const reload = () => {
    const reloaded = rules.reload();
    if (reloaded) databases.rulesChanged();
    return reloaded;
  };
  return { ...rules, reload };
}

/** Takes no more, lets go of each connection as soon as its answer is out, and of all when patience ends. */
async function drain(door: Server): Promise<void> {
  const closed = new Promise(resolve => door.close(resolve));
  const sweep = setInterval(() => door.closeIdleConnections(), 50);
  const patience = new Promise(resolve => setTimeout(resolve, drainTime).unref());
  await Promise.race([closed, patience]);
  clearInterval(sweep);
  door.closeAllConnections();
}

function listen(door: Server, { port, host }: Config, log: Logger): Promise<void> {
  return new Promise((resolve, reject) => {
    door.once('error', reject).listen(port, host, () => {
      // From here on an error is one connection's that could not be taken, such as too many open files.
      door.off('error', reject).on('error', error => log.warn({ err: error }, 'a connection was not taken'));
      resolve();
    });
  });
}
