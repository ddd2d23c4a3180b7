import { EVERY_ITEM } from '../people/tagActs';
import { waitUntilIdle } from '../world/idle';
import type { World } from '../world/faults';
import { compare, judgeItem, type Found } from './judge';
import { compareWalls, lookFields, type Hung } from './looks';
import { judgeLogbook, judgeRepeat } from './repeatLaws';
import { readServer, type Stored, type StoredRepeat } from './stored';
import type { Tab } from '../world/tab';

/** A screen shows the server’s state this many milliseconds after the faults end; later differences are failures. */
const FOLLOWS_WITHIN_MS = 10_000;

async function faultsOf(tab: Tab, found: Found[], wall: Hung[], repeats: StoredRepeat[]): Promise<string[]> {
  const person = await tab.ready();
  const onScreen = person ? await person.everything() : [];
  return [
    ...compare(tab.name, found, onScreen),
    ...compareWalls(tab.name, wall, (await person?.wall()) ?? []),
    ...judgeLogbook(tab.name, repeats, (await person?.logbook()) ?? []),
  ];
}

async function differences(
  tab: Tab,
  found: Found[],
  wall: Hung[],
  repeats: StoredRepeat[],
): Promise<string[]> {
  const until = Date.now() + FOLLOWS_WITHIN_MS;
  for (;;) {
    const isLast = Date.now() > until; // reading the screen takes seconds, and rows may arrive meanwhile
    const wrong = await faultsOf(tab, found, wall, repeats).catch(error => [
      `${tab.name} could not be read: ${(error as Error).message}`,
    ]);
    if (wrong.length === 0 || isLast) return wrong;
    tab.device.history.note(`${tab.name} is behind: ${wrong.join('; ')}`);
  }
}

/** Notes what the devices know of the operations of an item; of one that is nowhere, of all that added something. */
async function noteLogs({ devices, history }: World, item: string, stored: readonly Stored[]) {
  for (const device of devices)
    for (const { itemKey, userId: _, ...entry } of (await device.log()) ?? [])
      if (stored.length === 0 ? entry.kind.endsWith('/add') : stored.some(({ key }) => itemKey.includes(key)))
        history.note(`${item} in the log of ${device.name}: ${JSON.stringify(entry)}`);
}

/** Ends all faults, then compares the history of acts with the server, the screens and the disk. */
export async function judge(world: World): Promise<{ passed: number; wrong: string[] }> {
  const { history, devices, server } = world;
  const wrong = await waitUntilIdle(world);
  const { found, trashed, looks, wall, repeats } = await readServer(world);
  const retags = history.entries.filter(({ item }) => item === EVERY_ITEM);
  const items = [...new Set(history.entries.map(({ item }) => item))].filter(item => item !== EVERY_ITEM);
  for (const item of items) {
    const [listed, deleted] = [found, trashed].map(all => all.filter(record => record.item === item)) as [
      Stored[],
      Stored[],
    ];
    const entries = history.entries.filter(entry => entry.item === item);
    if (item.startsWith('R')) {
      const stored = repeats.filter(repeat => repeat.item === item);
      const words = judgeRepeat(item, entries, stored);
      if (words.length > 0) {
        history.note(`${item} is stored as ${JSON.stringify(stored)}`);
        await noteLogs(world, item, []);
      }
      wrong.push(...words);
      continue;
    }
    const look = lookFields(looks[listed[0]?.key ?? ''] ?? null);
    const isTagged = entries.some(({ fields }) => fields['tags']);
    const words = judgeItem(item, entries, listed, deleted, look, isTagged ? retags : []);
    if (words.length > 0) {
      history.note(
        `${item} is listed as ${JSON.stringify(listed)}, and in the trash ${JSON.stringify(deleted)}`,
      );
      await noteLogs(world, item, [...listed, ...deleted]);
    }
    wrong.push(...words);
  }
  let screens = 0;
  for (const tab of devices.flatMap(({ tabs }) => tabs)) {
    screens++;
    wrong.push(...(await differences(tab, found, wall, repeats)));
  }
  // Answered writes must survive a kill.
  await server.kill9();
  await server.restart();
  const disk = await readServer(world);
  wrong.push(...compare('The disk', found, disk.found), ...compareWalls('The disk', wall, disk.wall));
  wrong.push(...history.lines().filter(line => line.includes(' BUG ')));
  return { passed: items.length + screens + 1, wrong };
}
