import { attempt } from '../../lib/attempt';
import { ServiceFailure } from '../../services/failure';

/**
 * The content of `/__/firebase/init.json`. Firebase Hosting provides it; the embedded server's own version identifies
 * itself by `emulated`.
 */
export type FirebaseConfig = {
  apiKey: string;
  /** Absent while the project has no database, or if its web app is older than the database. */
  databaseURL?: string;
  projectId: string;
  appId?: string;
  authDomain?: string;
  emulated?: { authUrl: string; mails?: true };
};

const KEPT_AS = 'daywall:config';
/** The storage key for the URL of a user's database, if it differs from the configuration's. */
export const homeKey = (userId: string) => `daywall:home:${userId}`;

/** Stores the configuration for the next visit. Without storage every start needs the server. */
const keepConfig = (config: FirebaseConfig) =>
  attempt(() => localStorage.setItem(KEPT_AS, JSON.stringify(config)));

/** The configuration of the last visit. */
const keptConfig = (): FirebaseConfig | null => parsed(attempt(() => localStorage.getItem(KEPT_AS)) ?? '');

/** Parses a configuration; null for invalid JSON. */
const parsed = (text: string): FirebaseConfig | null =>
  attempt(() => JSON.parse(text) as FirebaseConfig | null) ?? null;

const CONFIG_URL = '/__/firebase/init.json';
/** Milliseconds without an answer after which the stored configuration is used. */
const TIMEOUT_MS = 10_000;

let loaded: Promise<FirebaseConfig> | undefined;

/**
 * The configuration from the server, or the stored one without a network. Throws `network` when neither is available,
 * `server` when the site answers with something else. Failures, and configurations without a database, are not cached.
 */
export function loadConfig(): Promise<FirebaseConfig> {
  const forget = () => (loaded = undefined);
  if (!loaded) {
    loaded = fetchConfig();
    loaded.then(({ databaseURL }) => databaseURL || forget(), forget);
  }
  return loaded;
}

/**
 * The databases that this page has looked up, by storage key. They outlast a sign-out in another tab, which removes
 * them from the device: this tab may still have a call to make.
 */
export const homes: Record<string, string | null> = {};

/**
 * The URL of the user's database: their home, else the database of the configuration (also for ''). Throws `server`
 * when the configuration has none.
 */
export function databaseOf({ databaseURL }: FirebaseConfig, userId: string): string {
  const key = homeKey(userId);
  homes[key] ??= attempt(() => localStorage.getItem(key)) ?? null;
  const url = homes[key] ?? databaseURL;
  if (url) return url;
  throw new ServiceFailure(
    'server',
    'no-database',
    `This site has no database yet: ${CONFIG_URL} names none`,
  );
}

/**
 * The configuration of the last visit, if there is one, without waiting for the current one; this saves a round trip
 * before the first row. If the database has changed, the live list replaces the rows.
 */
export async function configToRead(): Promise<FirebaseConfig> {
  const kept = keptConfig();
  return loaded ?? (kept?.databaseURL ? kept : loadConfig());
}

async function fetchConfig(): Promise<FirebaseConfig> {
  try {
    const answer = await fetch(CONFIG_URL, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (answer.status >= 500) throw new Error(`${CONFIG_URL} answered ${answer.status}`);
    const config = answer.ok ? parsed(await answer.text()) : null;
    if (!config?.apiKey)
      throw new ServiceFailure('server', 'no-config', `This site is not set up: it has no ${CONFIG_URL}`);
    keepConfig(config);
    return config;
  } catch (error) {
    const kept = keptConfig();
    if (kept) return kept;
    throw error instanceof ServiceFailure
      ? error
      : new ServiceFailure('network', 'no-config', 'The server cannot be reached');
  }
}
