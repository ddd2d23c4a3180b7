/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import '../support/app/noComplaints';
import { describeChange } from '../../src/app/store/kinds';
import { selectEntries, undoRequested } from '../../src/history/historySlice';
import { settingsChange } from '../../src/settings/settingsChange';
import { selectSettings } from '../../src/settings/settingsSlice';
import { requestChange } from '../../src/sync/operations';
import { retag } from '../../src/tags/retag';
import { fieldsOf } from '../../src/tasks/task';
import { taskSaveRequested, taskTickRequested } from '../../src/tasks/taskActions';
import { selectTask, selectTaskOthers } from '../../src/tasks/tasksSelectors';
import { deviceOn, type Page } from '../support/devices/devices';
import { fakeDatabase } from '../support/devices/fakeDatabase';
import { taskRecord } from '../support/app/operations';
import { advance, MINUTES_10 } from '../support/app/time';

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

const NOTES = {
  n1: { noteTitle: 'Stalls #Market', noteDescription: '#market' },
  n2: { noteTitle: '', noteDescription: '\nFirst #market\nthen #market' },
  n3: { noteTitle: 'Other', noteDescription: '#market' },
};

function world(names: readonly string[]) {
  const tasks = Object.fromEntries(
    names.map((taskName, at) => [`k${at + 1}`, taskRecord(at + 1, { taskName })]),
  );
  const database = fakeDatabase({ tasks, notes: NOTES });
  return { database, device: deviceOn(database) };
}
const namesIn = ({ lists }: ReturnType<typeof fakeDatabase>) =>
  Object.values(lists.tasks!).map(record => (record as { taskName: string }).taskName);
const nameOn = (page: Page, taskId: number) => selectTask(page.getState(), taskId)!.taskName;

test('A tag is renamed, merged and removed on tasks and notes, each as one step', async () => {
  const names = ['Milk #market', 'Eggs #Market #home', '#market', 'Other'];
  const { database, device } = world(names);
  const page = await device.open();
  await advance(MINUTES_10);
  page.dispatch(taskTickRequested(selectTask(page.getState(), 2)!, true));
  await advance(MINUTES_10);

  retag(page, 'market', 'Shop');
  await advance(50);
  const [entry] = selectEntries(page.getState()).slice(-1);
  expect(entry!.steps).toHaveLength(5);
  expect(describeChange(entry!, { today: '2026-03-10', isUndo: false })).toBe('Changed 5 items');
  await advance(MINUTES_10);
  expect(namesIn(database)).toEqual(['Milk #Shop', 'Eggs #Shop #home', '#Shop', 'Other']);
  expect(database.lists.notes).toEqual({
    n1: { noteTitle: 'Stalls #Shop', noteDescription: '#market' },
    n2: { noteTitle: '', noteDescription: '\nFirst #Shop\nthen #market' },
    n3: NOTES.n3,
  });

  page.dispatch(requestChange(settingsChange({}, { 'tag-shop': { place: 'a0' } })));
  retag(page, 'shop', 'home');
  expect(selectSettings(page.getState())).toEqual({ 'tag-home': { place: 'a0' } });
  await advance(MINUTES_10);
  expect(namesIn(database)).toEqual(['Milk #home', 'Eggs #home', '#home', 'Other']);

  retag(page, 'home', null);
  await advance(MINUTES_10);
  expect(namesIn(database)).toEqual(['Milk', 'Eggs', 'home', 'Other']);

  for (let undone = 0; undone < 4; undone++) page.dispatch(undoRequested());
  await advance(MINUTES_10);
  expect(namesIn(database)).toEqual(names);
  expect(database.lists.notes).toEqual(NOTES);
  expect(page.unsent()).toBe(0);
});

test('A tag of many tasks is renamed offline, and taken back by one Undo', async () => {
  const names = Array.from({ length: 100 }, (_, n) => `Number ${n} #market`);
  const { device } = world(names);
  const page = await device.open({ isLeader: false });
  await advance(1000);
  device.goOffline();
  retag(page, 'market', 'shop');
  await advance(1000);
  expect(nameOn(page, 100)).toBe('Number 99 #shop');
  expect(selectEntries(page.getState()).map(({ steps }) => steps.length)).toEqual([102]);
  expect(device.kept()).toHaveLength(102);
  page.dispatch(undoRequested());
  await advance(1000);
  expect(names.map((_, at) => nameOn(page, at + 1))).toEqual(names);
});

test('A rename of a tag on one device and new words and tags on another all stay', async () => {
  const { database, device } = world(['Milk #market', 'Eggs #market', 'Bread #market']);
  const other = deviceOn(database);
  const [page, otherPage] = [await device.open(), await other.open()];
  await advance(MINUTES_10);
  device.goOffline();
  retag(page, 'market', 'shop');
  const rename = (taskId: number, taskName: string) => {
    const task = selectTask(otherPage.getState(), taskId)!;
    otherPage.dispatch(taskSaveRequested(task, fieldsOf(task), { ...fieldsOf(task), taskName }));
  };
  rename(1, 'Oat milk #market');
  rename(2, 'Eggs #market #home');
  rename(3, 'Bread #bakery');
  await advance(MINUTES_10);
  device.goOnline();
  await advance(MINUTES_10);
  // The tag of the third was renamed on both: the later one wins, and the other version is kept.
  expect(namesIn(database)).toEqual(['Oat milk #shop', 'Eggs #shop #home', 'Bread #shop']);
  expect([1, 2, 3].map(taskId => nameOn(otherPage, taskId))).toEqual(namesIn(database));
  expect([1, 2, 3].map(taskId => selectTaskOthers(page.getState(), taskId)?.fields)).toEqual([
    undefined,
    undefined,
    { taskName: 'Bread #bakery' },
  ]);
  page.dispatch(undoRequested());
  await advance(MINUTES_10);
  expect(namesIn(database).slice(0, 2)).toEqual(['Oat milk #market', 'Eggs #market #home']);
});
