import { handedOn } from '../../lib/handedOn';
import { addressOf, TIMEOUT_MS } from './address';
import { homeKey, keptConfig } from './keptConfig';
import { storedToken } from './storedToken';

/** Requests sent while the app's scripts were loading, by URL. */
const early = handedOn('reads', () => ({
  answers: new Map<string, Promise<Response>>(),
  asking: Promise.resolve(),
}));

async function ask(userId: string, lists: readonly string[]) {
  const config = keptConfig();
  const token = storedToken(userId);
  if (!config?.databaseURL || token === null) return;
  const databaseURL = localStorage.getItem(homeKey(userId)) ?? config.databaseURL;
  for (const list of lists) {
    const address = addressOf(databaseURL, userId, list, token);
    const answer = fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    answer.catch(() => undefined); // reported to the caller that takes the answer
    early.answers.set(address.href, answer);
  }
}

/** Requests a user's lists with the stored configuration and token; without these it does nothing. */
export function askFirst(userId: string, lists: readonly string[]) {
  early.asking = ask(userId, lists).catch(() => undefined);
}

/** Returns the answer to an early request once; undefined without one. */
export async function firstAnswer(address: string): Promise<Response | undefined> {
  await early.asking;
  const answer = early.answers.get(address);
  early.answers.delete(address);
  return answer;
}
