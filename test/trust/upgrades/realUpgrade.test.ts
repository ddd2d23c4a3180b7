import '../../support/app/noComplaints';
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { coalesce } from '../../../src/app/store/kinds';
import { createCache } from '../../../src/device/cache';
import { openDraftStore } from '../../../src/drafts/store/draftStore';
import type { Records } from '../../../src/services/database';
import { openQueue } from '../../../src/sync/queue/queue';
import { selectNoteOthers } from '../../../src/notes/notesSelectors';
import { selectTaskOthers } from '../../../src/tasks/tasksSelectors';
import { deviceOn } from '../../support/devices/devices';
import { fakeDatabase } from '../../support/devices/fakeDatabase';
import { storageIdle } from '../../support/devices/storageIdle';
import left from '../../sync/fixtures/browser-bbe8239.json';

/** The storage of a browser that ran a real earlier build, with unsent and blocked changes (test/README.md). */

type Store = {
  keyPath: string | string[] | null;
  autoIncrement: boolean;
  indexes: { name: string; keyPath: string | string[] }[];
  keys: IDBValidKey[];
  values: unknown[];
};
type Database = { version: number; stores: Record<string, Store> };

async function fill(name: string, { version, stores }: Database) {
  const database = await openDB(name, version, {
    upgrade(created) {
      for (const [store, { keyPath, autoIncrement, indexes }] of Object.entries(stores)) {
        const rows = created.createObjectStore(store, { keyPath, autoIncrement });
        for (const index of indexes) rows.createIndex(index.name, index.keyPath);
      }
    },
  });
  for (const [store, { keyPath, keys, values }] of Object.entries(stores))
    for (const [at, value] of values.entries())
      await database.put(store, value, keyPath === null ? keys[at] : undefined);
  database.close();
}

/** The operations, drafts and history as today's app reads them. */
async function readByToday() {
  globalThis.indexedDB = new IDBFactory();
  for (const [name, database] of Object.entries(left.databases)) await fill(name, database as Database);
  const operations = await openQueue({ coalesce }).all('anna');
  const [drafts, history] = [await openDraftStore().all('anna'), await createCache().readHistory('anna')];
  await storageIdle(); // old databases are deleted later
  return { operations, drafts, history };
}

afterEach(() => void jest.useRealTimers());

test('What a real earlier build left in a browser is read, sent and offered today', async () => {
  const { operations, drafts, history } = await readByToday();
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['daywall']);
  expect(operations.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    'task/edit pending',
    'task/edit pending',
    'task/edit pending',
    'task/tick pending',
    'task/delete pending',
    'task/add pending',
    'note/edit pending',
    'note/delete pending',
  ]);
  expect(drafts).toMatchObject([{ form: 'task/106', values: { taskName: 'Figs, half a tho' } }]);
  expect(history).toHaveLength(8);

  jest.useFakeTimers({ now: left.at + 60_000 });
  const { tasks, notes } = left.server as unknown as Record<string, Records>;
  const database = fakeDatabase({ tasks: tasks!, notes: notes! });
  const device = deviceOn(database);
  device.keep(operations);
  const page = await device.open();
  await jest.advanceTimersByTimeAsync(10 * 60_000);

  const { lists } = database;
  const nameOf = ({ taskName }: { taskName: string }) => taskName;
  const names = (records: Records) => (Object.values(records) as { taskName: string }[]).map(nameOf).sort();
  expect(names(lists.tasks)).toEqual([
    'Apples of mine',
    'Bread of mine', // another device had deleted it
    'Cheese of mine',
    'Dates',
    'Figs',
    'Made offline',
  ]);
  expect(Object.values(lists.notes)).toEqual([{ noteTitle: 'Boat', noteDescription: 'Old words\nand mine' }]);
  const trash = Object.values(lists['trash/tasks']) as { record: { taskName: string }; otherOf?: string }[];
  expect(trash.map(({ record, otherOf }) => [record.taskName, otherOf !== undefined]).sort()).toEqual([
    ['Apples of theirs', true],
    ['Eggs', false],
  ]);
  expect(Object.values(lists['trash/notes'])).toMatchObject([{ record: { noteTitle: 'Shed' } }]);
  expect(names(Object.fromEntries(Object.keys(lists.done).map(key => [key, lists.tasks[key]!])))).toEqual([
    'Dates',
  ]);
  expect(selectTaskOthers(page.getState(), 101)).toMatchObject({ fields: { taskName: 'Apples of theirs' } });
  expect(selectTaskOthers(page.getState(), 102)).toMatchObject({ isBack: true });
  expect(selectNoteOthers(page.getState(), Object.keys(notes!)[0]!)).toBeUndefined();
  expect([page.unsent(), device.kept()]).toEqual([0, []]);
});
