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
/** Without an answer for this long the kept configuration will do. Milliseconds. */
const TIMEOUT = 10_000;
const KEPT_AS = 'daywall:config';

let loaded: Promise<FirebaseConfig> | undefined;

/** The configuration, from the server or, without network, as it was last. A failure is forgotten: ask again. */
export function loadConfig(): Promise<FirebaseConfig> {
  loaded ??= fetchConfig().catch(error => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

/**
 * For reading what is shown first: the configuration of the last visit will do, while the new one is on its way. It
 * saves a round trip before the first row. Were it another database by now, the live list replaces what was read.
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
    // Without storage the app needs the server at each start.
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
