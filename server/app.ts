import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { userCommands } from './auth/administration';
import { createVerifier } from './auth/identity';
import type { Cost } from './auth/passwords/passwords';
import { openAuth, type AuthState } from './auth/state';
import { createSmtp } from './mail/smtp';
import { urlHost, type Config } from './settings/config';
import { createFeeds } from './feeds/addresses';
import { openDatabases, type Databases } from './database/instances/databases';
import { checkInstances, noteInstances } from './database/instances/names';
import { createHttpServer } from './http/httpServer';
import { createFiles } from './http/files';
import { openHosts } from './http/hosts';
import { createVisits } from './http/visits';
import { isAlone } from './operator/access';
import { createAdmin } from './operator/admin/admin';
import { createDoctor } from './operator/admin/doctor';
import { createGate } from './operator/admin/gate';
import { Measures } from './operator/measures';
import { createMetrics, folderSize } from './operator/metrics';
import { createPush } from './reminders/push';
import { REMINDERS } from './reminders/leases';
import { Reminders } from './reminders/reminders';
import { openRules, reloadOnHangup, type RulesFile } from './rules/reload';
import { backupHandlers } from './storage/backup/backupSeries';
import { statusHandlers } from './status';
import { serveControl } from './storage/control';
import { watchRoom } from './storage/freeSpace';
import { Followers } from './storage/follow/followers';
import { openStore } from './storage/store';
import type { Clock, Random, Store } from './lib/types';

/** The dependencies of the server. */
export interface Surroundings {
  clock: Clock;
  random: Random;
  log: Logger;
  /** The folder of the built app, or null for the server alone. */
  dist: string | null;
  /** The program's version (`version.ts`), for `npm run doctor`. */
  version: string;
  /** The cost of hashing a password; only tests set it. */
  passwordCost?: Cost | undefined;
}

export interface RunningServer {
  /** The URL at which it listens, with the actual port. */
  url: string;
  /** The secret by which the operator enters /admin; null when this machine needs none, or the page is off. */
  adminToken: string | null;
  /** The accepted hosts when it listens on every address; empty otherwise. */
  hosts: string[];
  /** Stops accepting requests, completes those in progress, and closes the data folder. */
  close(): Promise<void>;
}

/** Milliseconds to wait for requests in progress at the end. */
const DRAIN_TIMEOUT_MS = 5_000;

/** Milliseconds to wait for followers after that. */
const CATCH_UP_TIMEOUT_MS = 2_000;

type Closers = (() => unknown)[];
/** Where the server answers, once it listens. */
type Url = () => string;
type Parts = Awaited<ReturnType<typeof openParts>>;
type Service = ReturnType<typeof createService>;

/** Opens the parts in the order of their dependencies, and listens only when all of them are ready. */
export async function openServer(config: Config, around: Surroundings): Promise<RunningServer> {
  const opened: Closers = [];
  const closeAll = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    const port = () => (service.httpServer.address() as AddressInfo).port;
    const url = () => `http://${urlHost(config.host)}:${port()}`;
    const parts = await openParts(config, around, opened, url);
    const service = createService(config, around, parts);
    await openControl(config, around, parts, service, opened, url);
    const { httpServer, gate } = service;
    await listen(httpServer, config, around.log);
    parts.auth.outbox?.begin();
    parts.reminders?.begin();
    return {
      url: url(),
      adminToken: gate.token,
      hosts: openHosts(config, port()),
      async close() {
        const drained = drain(httpServer);
        const last = opened.splice(0, 2);
        await closeAll();
        await drained;
        for (const close of last.reverse()) await close();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** The rules, the store, and the accounts and databases in it. */
async function openParts(config: Config, around: Surroundings, opened: Closers, url: Url) {
  const { clock, random, log } = around;
  const rules = openRules(config.rulesFile, log);
  const store = await openStore(config.dataDir, { clock });
  opened.push(() => store.close());
  const followers = new Followers(store, clock, config.followDir);
  await checkInstances(store, config.instances);
  await noteInstances(store, config.instances);
  const site = () => config.publicUrl?.origin ?? url();
  const mail = config.mail && { deliver: createSmtp(config.mail), site };
  const auth = await openAuth(store, config, clock, random, log, {
    passwordCost: around.passwordCost,
    mail,
  });
  opened.push(() => auth.outbox?.close());
  const shareOf = (uid: string) => auth.accounts.get(uid)?.quota ?? config.accountQuota;
  const measures = new Measures();
  const disk = await watchRoom(config.dataDir);
  opened.push(() => disk.close());
  const databases = await openDatabases({
    store,
    names: config.instances,
    rules: () => rules.current(),
    tokens: createVerifier(auth),
    clock,
    random,
    shareOf,
    mostStored: config.databaseQuota,
    room: () => disk.room(),
    measureWrite: (answer, seconds) => measures.write(answer, seconds),
    log,
  });
  opened.push(() => databases.close());
  const reminders = openReminders(config, { store, auth, databases, site, log });
  opened.push(() => reminders?.close());
  opened.push(reloadOnHangup(following(rules, databases)));
  const storage = { storedBy: databases.storedBy, remove: databases.remove, shareOf };
  return {
    store,
    followers,
    auth,
    databases,
    reminders,
    measures,
    storage,
    commands: userCommands(auth, site, storage),
  };
}

type RemindersParts = Omit<ConstructorParameters<typeof Reminders>[0], 'section' | 'push'>;

/** The reminders of devices; null when they are off. Push services require a URL by which its operator is reached. */
function openReminders(
  { push, publicUrl, mail }: Config,
  { store, auth, ...parts }: RemindersParts & { store: Store; auth: AuthState },
): Reminders | null {
  if (push === 'off') return null;
  const mailbox = `mailto:${mail?.from ?? 'operator@daywall.invalid'}`;
  const subject = publicUrl?.protocol === 'https:' ? publicUrl.origin : mailbox;
  const service = createPush({ keys: auth.vapid.keys, subject, allowsLoopback: push === 'loopback' });
  return new Reminders({ ...parts, auth, section: store.section(REMINDERS), push: service });
}

/** Everything served over HTTP, and its counters. */
function createService(config: Config, { clock, random, log, dist }: Surroundings, parts: Parts) {
  const { auth, databases, measures, commands, followers } = parts;
  const visits = createVisits();
  const backlog = () => followers.backlog();
  const metrics = createMetrics(measures, {
    accounts: () => auth.accounts.all().length,
    databases: () => databases.counts(),
    dataFolder: () => folderSize(config.dataDir),
    reminders: () => parts.reminders?.counts ?? { accounts: 0, waiting: 0 },
    followerBacklog: backlog,
  });
  const needsToken = config.admin === 'token' || (config.admin === 'on' && !isAlone(config));
  const gate = createGate(config, needsToken, clock, random);
  const kept = { ...parts.storage, exportOf: databases.exportOf };
  const page = { config, auth, databases: kept, commands, gate };
  const admin = config.admin === 'off' ? undefined : createAdmin({ ...page, doctor: createDoctor(clock) });
  const files = createFiles(dist);
  const feeds = createFeeds(auth, databases, clock);
  const served = { config, auth, databases, feeds, files, log, visits, measures, metrics, admin, backlog };
  return { httpServer: createHttpServer(served, clock), gate, visits };
}

/** Answers commands over the data folder's socket, and sends commits to followers. */
async function openControl(
  { dataDir }: Config,
  { version, clock }: Surroundings,
  { store, followers, databases, commands }: Parts,
  { visits }: Service,
  opened: Closers,
  url: Url,
): Promise<void> {
  const about = {
    ...{ version, storeId: store.id, url, clock },
    biggest: () => databases.biggest(),
    followers: () => followers.status(),
  };
  const handlers = { ...commands, ...backupHandlers(store), ...statusHandlers(about), ...visits.handlers };
  const control = await serveControl(dataDir, handlers, followers.handlers);
  // Followers receive commits until the end.
  opened.splice(1, 0, async () => {
    await followers.caughtUp(CATCH_UP_TIMEOUT_MS);
    await control.close();
  });
}

/** The rules; a reload ends listens that the new ones forbid. */
function following(rules: RulesFile, databases: Databases): RulesFile {
  const reload = () => {
    const reloaded = rules.reload();
    if (reloaded) databases.rulesChanged();
    return reloaded;
  };
  return { ...rules, reload };
}

/** Accepts no more requests, closes each connection after its answer, and all of them when the time is over. */
async function drain(httpServer: Server): Promise<void> {
  const closed = new Promise(resolve => httpServer.close(resolve));
  const sweep = setInterval(() => httpServer.closeIdleConnections(), 50);
  const timeout = new Promise(resolve => setTimeout(resolve, DRAIN_TIMEOUT_MS).unref());
  await Promise.race([closed, timeout]);
  clearInterval(sweep);
  httpServer.closeAllConnections();
}

function listen(httpServer: Server, { port, host }: Config, log: Logger): Promise<void> {
  return new Promise((resolve, reject) => {
    httpServer.once('error', reject).listen(port, host, () => {
      // Later errors concern a single connection that could not be accepted, e.g. too many open files.
      httpServer
        .off('error', reject)
        .on('error', error => log.warn({ err: error }, 'a connection was not taken'));
      resolve();
    });
  });
}
