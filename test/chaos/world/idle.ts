import { setTimeout } from 'node:timers/promises';
import type { Person } from '../people/person';
import type { World } from './faults';

/** Milliseconds within which all devices must have sent their pending operations. */
const IDLE_WITHIN_MS = 180_000;
/** The statuses of an operation that waits for a user's decision: today's, and that of older stored operations. */
const BLOCKED = /^(blocked|held)$/;

/** Ends every fault, waits until no operation is pending, and decides the blocked ones. */
export async function waitUntilIdle({ devices, history }: World): Promise<string[]> {
  history.note('--- calm');
  const until = Date.now() + IDLE_WITHIN_MS;
  for (const device of devices) {
    device.proxy.mend();
    for (const tab of device.tabs) await tab.thaw();
    await device.comeBack();
  }
  let left: string[] = [];
  while (Date.now() < until) {
    left = [];
    for (const device of devices) {
      for (const tab of device.tabs) await tab.ready();
      const kept = await device.outbox();
      if (!kept) left.push(`${device.name} does not answer`);
      for (const { kind, status } of kept ?? []) left.push(`${device.name} ${kind} ${status}`);
      if (kept?.some(({ status }) => BLOCKED.test(status))) await device.tabs[0]!.act(decideAll);
    }
    if (left.length === 0) return [];
    await setTimeout(250);
  }
  return left.map(words => `still on its way: ${words}`);
}

async function decideAll(person: Person) {
  for (const [kind, list] of [
    ['task', 'Personal'],
    ['task', 'Work'],
    ['task', 'Done'],
    ['note', 'Wall'],
  ] as const) {
    await person.openList(kind, list);
    const held = person.heldRows(kind).first();
    if (await held.isVisible())
      await person
        .decide(kind, held)
        .catch(error => person.history.note(`decide: ${(error as Error).message}`));
  }
}
