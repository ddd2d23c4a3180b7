import type { FirebaseConfig } from './config';

const KEPT_AS = 'daywall:config';
/** Where the device keeps the address of a user's database, if that is not the configuration's. */
export const homeKey = (userId: string) => `daywall:home:${userId}`;

/** Keeps the configuration for the next visit. */
export function keepConfig(config: FirebaseConfig) {
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(config));
  } catch {
    // Without storage the app needs the server at every start.
  }
}

/** The configuration of the last visit. */
export function keptConfig(): FirebaseConfig | null {
  try {
    return parsed(localStorage.getItem(KEPT_AS) ?? '');
  } catch {
    return null;
  }
}

/** The configuration in a text; null in what is no JSON. */
export function parsed(text: string): FirebaseConfig | null {
  try {
    return JSON.parse(text) as FirebaseConfig | null;
  } catch {
    return null;
  }
}
