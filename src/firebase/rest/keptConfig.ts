import { attempt } from '../../lib/attempt';

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
export const keepConfig = (config: FirebaseConfig) =>
  attempt(() => localStorage.setItem(KEPT_AS, JSON.stringify(config)));

/** The configuration of the last visit. */
export const keptConfig = (): FirebaseConfig | null =>
  parsed(attempt(() => localStorage.getItem(KEPT_AS)) ?? '');

/** Parses a configuration; null for invalid JSON. */
export const parsed = (text: string): FirebaseConfig | null =>
  attempt(() => JSON.parse(text) as FirebaseConfig | null) ?? null;
