import { attempt } from '../lib/attempt';
import type { FirebaseConfig } from './config';

const KEPT_AS = 'daywall:config';
/** Where the device keeps the address of a user's database, if that is not the configuration's. */
export const homeKey = (userId: string) => `daywall:home:${userId}`;

/** Keeps the configuration for the next visit. Without storage the app needs the server at every start. */
export const keepConfig = (config: FirebaseConfig) =>
  attempt(() => localStorage.setItem(KEPT_AS, JSON.stringify(config)));

/** The configuration of the last visit. */
export const keptConfig = (): FirebaseConfig | null =>
  parsed(attempt(() => localStorage.getItem(KEPT_AS)) ?? '');

/** The configuration in a text; null in what is no JSON. */
export const parsed = (text: string): FirebaseConfig | null =>
  attempt(() => JSON.parse(text) as FirebaseConfig | null) ?? null;
