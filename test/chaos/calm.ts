import { setTimeout } from 'node:timers/promises';
import { signIn } from '../support/identity';
import type { Tab } from './device';
import type { World } from './faults';
import type { Found } from './judge';
import { kinds } from './person';

/** How long calm may take to come, in milliseconds. */
const CALM_COMES_WITHIN = 180_000;

/** Ends every fault, and waits until each device has sent what it keeps and the person has decided what they had to. */
export async function calmDown({ devices, history }: World): Promise<string[]> {
  history.note('--- calm');
  const until = Date.now() + CALM_COMES_WITHIN;
  for (const device of devices) {
    device.proxy.mend();
    for (const tab of device.tabs) await tab.thaw();
    // Off and on, as a lid that closes and opens: what rests is tried again at once.
    await device.setOffline(true);
    await device.setOffline(false);
  }
  let left: string[] = [];
  while (Date.now() < until) {
    left = [];
    for (const device of devices) {
      for (const tab of device.tabs) await tab.ready();
      for (const { lane, kind, status } of await device.outbox())
        left.push(`${device.name} ${lane} ${kind} ${status}`);
      if (left.some(words => words.endsWith('held'))) await decideAll(device.tabs[0]!);
    }
    if (left.length === 0) return [];
    await setTimeout(250);
  }
  return left.map(words => `still on its way: ${words}`);
}

async function decideAll(tab: Tab) {
  const person = await tab.ready();
  for (const [kind, list] of [
    ['task', 'Personal'],
    ['task', 'Work'],
    ['note', 'Wall'],
  ] as const) {
    await person?.openList(kind, list);
    const held = person?.heldRows(kind).first();
    if (held && (await held.isVisible()))
      await person!
        .decide(kind, held)
        .catch(error => tab.device.history.note(`decide: ${(error as Error).message}`));
  }
}

/** Everything that the server has of the user, read as another client would. */
export async function readServer({ server, devices }: World): Promise<Found[]> {
  const { email, password, uid } = devices[0]!.account;
  const { idToken } = await signIn(server.url, email, password);
  const found: Found[] = [];
  for (const kind of ['task', 'note'] as const) {
    const answer = await fetch(`${server.url}/${uid}/${kind}s.json?auth=${idToken}`);
    const records = (await answer.json()) as Record<string, Record<string, string>> | null;
    for (const record of Object.values(records ?? {})) {
      const all: Record<string, string> = {
        ...record,
        taskDueDay: record['taskDueDate']?.slice(0, 10) ?? '',
      };
      const fields = Object.fromEntries(
        Object.keys(kinds[kind].fields).map(field => [field, all[field] ?? '']),
      );
      found.push({ item: fields[kinds[kind].title]!.split(' ')[0]!, fields });
    }
  }
  return found;
}
