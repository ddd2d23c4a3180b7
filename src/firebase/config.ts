import { ServiceFailure } from '../services/failure';

/**
 * What `/__/firebase/init.json` says: Firebase Hosting serves it by itself, the embedded server serves its own, which
 * names itself in `emulated`.
 */
export type FirebaseConfig = {
  apiKey: string;
  databaseURL: string;
  projectId: string;
  appId?: string;
  authDomain?: string;
  emulated?: { authUrl: string };
};

const CONFIG_URL = '/__/firebase/init.json';
/** Milliseconds without an answer after which the stored configuration is used. */
const TIMEOUT = 10_000;
const KEPT_AS = 'daywall:config';

let loaded: Promise<FirebaseConfig> | undefined;

/** The configuration from the server, or the stored one without network. A failure is not remembered. */
export function loadConfig(): Promise<FirebaseConfig> {
  loaded ??= fetchConfig().catch(error => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

/**
 * The configuration of the last visit if there is one, without waiting for the current one. It saves a round trip before
 * the first row. If the database has changed since, the live list replaces the rows.
 */
export async function configToRead(): Promise<FirebaseConfig> {
  return loaded ?? keptConfig() ?? loadConfig();
}

async function fetchConfig(): Promise<FirebaseConfig> {
  try {
    const answer = await fetch(CONFIG_URL, { signal: AbortSignal.timeout(TIMEOUT) });
    if (!answer.ok) throw new Error(`${CONFIG_URL} answered ${answer.status}`);
    const config = (await answer.json()) as FirebaseConfig;
    keep(JSON.stringify(config));
    return config;
  } catch {
    const kept = keptConfig();
    if (kept) return kept;
    throw new ServiceFailure('network', 'no-config', 'The server cannot be reached');
  }
}

function keep(config: string) {
  try {
    localStorage.setItem(KEPT_AS, config);
  } catch {
    // Without storage the app needs the server at every start.
  }
}

/** The configuration of the last visit. */
export function keptConfig(): FirebaseConfig | null {
  try {
    return JSON.parse(localStorage.getItem(KEPT_AS) ?? 'null') as FirebaseConfig | null;
  } catch {
    return null;
  }
}
