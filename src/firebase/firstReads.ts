import { addressOf, TIMEOUT } from './address';
import { keptConfig } from './config';
import { storedToken } from './storedToken';

/** Answers that were asked for while the app's scripts were on their way, by their address. */
const answers = new Map<string, Promise<Response>>();
let asking: Promise<void> = Promise.resolve();

async function ask(userId: string, lists: readonly string[]) {
  const config = keptConfig();
  const token = await storedToken(userId);
  if (!config || token === null) return;
  for (const list of lists) {
    const address = addressOf(config.databaseURL, userId, list, token);
    const answer = fetch(address, { signal: AbortSignal.timeout(TIMEOUT) });
    answer.catch(() => undefined); // told where it is taken
    answers.set(address.href, answer);
  }
}

/** Asks for a user's lists with what this device knows already; where it knows too little, nothing is asked. */
export function askFirst(userId: string, lists: readonly string[]) {
  asking = ask(userId, lists).catch(() => undefined);
}

/** The answer to what was asked first, once; undefined when it was not. */
export async function firstAnswer(address: string): Promise<Response | undefined> {
  await asking;
  const answer = answers.get(address);
  answers.delete(address);
  return answer;
}
