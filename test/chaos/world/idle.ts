import { setTimeout } from 'node:timers/promises';
import type { Kept } from '../people/inPage';
import type { Person } from '../people/person';
import { itemOf } from '../people/screen';
import type { World } from './faults';

/** Milliseconds within which all devices must have sent their pending operations. */
const IDLE_WITHIN_MS = 180_000;

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
      const blocked = kept?.filter(({ status }) => status === 'blocked') ?? [];
      if (blocked.length > 0) await device.tabs[0]!.act(person => decideAll(person, blocked));
    }
    if (left.length === 0) return [];
    await setTimeout(250);
  }
  return left.map(words => `still on its way: ${words}`);
}

async function decideAll(person: Person, blocked: Kept[]) {
  let isInList = false;
  for (const [kind, list] of [
    ['task', 'Personal'],
    ['task', 'Work'],
    ['task', 'Done'],
    ['note', 'Wall'],
  ] as const) {
    await person.openList(kind, list);
    const held = person.heldRows(kind).first();
    if (!(await held.isVisible())) continue;
    isInList = true;
    await person
      .decide(kind, held)
      .catch(error => person.history.note(`decide: ${(error as Error).message}`));
  }
  const inNoList = blocked.find(({ payload: { taskName = '' } }) => taskName.startsWith('R'));
  if (!isInList && inNoList) await decideOnSyncPage(person, inNoList);
}

/** Decides a change of a repeating task that another device deleted: no list has its row. */
async function decideOnSyncPage(person: Person, { payload: { taskName = '' } }: Kept) {
  const { page, history, random } = person;
  await page.goto(new URL('/account/sync', page.url()).href);
  const name = random.pick(['Retry', 'Discard']);
  const button = page.getByRole('button', { name: new RegExp(`^${name}: .*“${taskName}”`) }).first();
  await button.waitFor();
  if (name === 'Retry') return button.click();
  const entry = history.begin({ item: itemOf(taskName), kind: 'task', act: 'discard', by: person.name });
  await button.click();
  await button.waitFor({ state: 'detached' });
  await person.accept(entry);
}
