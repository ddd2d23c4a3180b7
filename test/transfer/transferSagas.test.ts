/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import '../support/app/noComplaints';
import fc from 'fast-check';
import { expectSaga } from 'redux-saga-test-plan';
import type { Records } from '../../src/services/database';
import { ServiceFailure } from '../../src/services/failure';
import { redoRequested, undoRequested } from '../../src/history/historySlice';
import { selectSettings, settingsArrived, settingsChanged } from '../../src/settings/settingsSlice';
import { tasksRequested } from '../../src/tasks/tasksSlice';
import { notesRequested } from '../../src/notes/notesSlice';
import { coalesce, describeChange } from '../../src/app/store/kinds';
import { rootReducer } from '../../src/app/store/rootReducer';
import type { ImportBatch } from '../../src/transfer/import/importKinds';
import { requestChange, type Change, type Operation } from '../../src/sync/operations';
import { openMemoryStore } from '../../src/sync/queue/store/memoryStore';
import type { OperationStore } from '../../src/sync/queue/store/operationStore';
import { openQueue, type Queue } from '../../src/sync/queue/queue';
import { selectTask } from '../../src/tasks/tasksSelectors';
import type { Content } from '../../src/transfer/formats/content';
import { contentOfJson, daywallJson } from '../../src/transfer/formats/daywall/daywallJson';
import { countsOfPaths, importOperation } from '../../src/transfer/import/importBatches';
import { sendBatch } from '../../src/transfer/import/importSenders';
import {
  exportRequested,
  importDismissed,
  importFilesChosen,
  importRequested,
  importStopRequested,
  importUndoRequested,
  arrivedOf,
  isAllThere,
  selectExported,
  selectExportFailure,
  selectImport,
  selectImportFile,
  transferSlice,
} from '../../src/transfer/transferSlice';
import { contents, emptyContent } from '../support/app/content';
import { taskDeleteRequested } from '../../src/tasks/taskActions';
import { selectNote } from '../../src/notes/notesSelectors';
import { noteLookRequested, noteSaveRequested } from '../../src/notes/noteKinds';
import { fakeServices, userDataOf } from '../support/devices/fakeServices';
import { noteFields, taskFields, taskRecord } from '../support/app/operations';
import { startApp } from '../support/devices/startApp';
import { times } from '../support/long';

rootReducer.inject(transferSlice);

/** Opens the app's data page with this content in its database. */
async function open(content: Partial<Content> = {}, own: { queue?: Queue } = {}) {
  const { tasks, notes, done, order, times: timed, looks, trash } = { ...emptyContent, ...content };
  const services = { ...fakeServices({ userData: userDataOf('anna'), tasks, notes }), ...own };
  Object.assign(services.database.lists, {
    done: { ...done },
    order: { ...order },
    times: { ...timed },
    looks: { ...looks },
    'trash/tasks': { ...trash.tasks },
    'trash/notes': { ...trash.notes },
  });
  const app = startApp(services);
  await turn();
  return { ...app, services, lists: services.database.lists };
}
type App = Awaited<ReturnType<typeof open>>;

/** Lets lazy code load, and work finish that waits for nothing else. */
const turn = () => new Promise(resolve => setTimeout(resolve));

async function until<Value>(look: () => Value | Promise<Value>): Promise<NonNullable<Value>> {
  for (const end = Date.now() + 10_000; Date.now() < end;) {
    const found = await look();
    if (found) return found;
    await turn();
  }
  throw new Error('It never came');
}

async function exportJson({ dispatch, services }: App): Promise<string> {
  const before = services.transfer.saved.length;
  dispatch(exportRequested({ kind: 'json' }));
  return (await until(() => services.transfer.saved[before])).text;
}

const fileOf = (text: string, name = 'file.json') => new File([text], name);

const choose = (app: App, text: string, name?: string) => read(app, [fileOf(text, name)]);
function read({ dispatch, getState }: App, files: readonly File[]) {
  dispatch(importFilesChosen(files));
  return until(() => {
    const file = selectImportFile(getState());
    return file && (file.preview || file.unreadable !== null) ? file : null;
  });
}

/** Reads a file and adds all its items. */
async function add(app: App, text: string, name?: string) {
  await choose(app, text, name);
  app.dispatch(importRequested());
  return until(() => {
    const current = selectImport(app.getState());
    return current && isAllThere(current) ? current : null;
  });
}

/** Loads both lists, as their pages do. */
async function openLists(app: App) {
  app.dispatch(tasksRequested());
  app.dispatch(notesRequested());
  await until(() => app.getState().tasks.isKnown && app.getState().notes.isKnown);
}

async function takeBack(app: App) {
  app.dispatch(importUndoRequested());
  await until(() => selectImport(app.getState())?.end === 'undone');
}

const stored = ({ lists }: App): Content => ({
  tasks: lists.tasks,
  notes: lists.notes,
  done: lists.done,
  repeats: lists.repeats,
  occurrences: lists.occurrences,
  order: lists.order,
  times: lists.times,
  looks: lists.looks,
  trash: { tasks: lists['trash/tasks'], notes: lists['trash/notes'] },
});

const a = taskRecord(1, { taskName: 'A' });
const b = taskRecord(2, { taskName: 'B' });
const note = { noteTitle: 'Milk', noteDescription: 'Two bottles' };
const when = '2026-03-09T10:00:00.000Z';
const someContent: Content = {
  ...emptyContent,
  tasks: { '-a': a, '-b': b },
  notes: { '-n': note },
  done: { '-b': when, '-t': when },
  times: { '-a': { time: '14:30', remind: 5 }, '-t': { time: '00:00' } },
  order: { '-a': { day: '2026-03-10', place: 'a1' }, '-t': { day: 'undated', place: 'Zz' } },
  looks: { '-n': { colour: 'teal', pinned: true, place: 'a1' } },
  trash: { tasks: { '-t': { deletedAt: when, record: taskRecord(3) } }, notes: {} },
};

describe('Export', () => {
  test('has what the server has, of any shape, under the day’s name', async () => {
    const odd = { '-a': a, '-odd': { taskName: 7 } } as Records;
    const app = await open({ ...someContent, tasks: odd });
    expect(await exportJson(app)).toBe(daywallJson({ ...someContent, tasks: odd, done: { '-t': when } }));
    const now = new Date();
    const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part =>
      String(part).padStart(2, '0'),
    );
    expect(app.services.transfer.saved[0]!.name).toBe(`daywall-${day.join('-')}.json`);
    expect(selectExported(app.getState())).toMatchObject({ kind: 'json', isWhole: true });
  });

  test('has what this device has not sent yet', async () => {
    const app = await open(someContent);
    await openLists(app);
    app.services.election.set(false);
    app.dispatch(taskDeleteRequested(selectTask(app.getState(), 1)!));
    app.dispatch(noteSaveRequested({ fireId: '-n', base: noteFields('Milk'), fields: noteFields('Bread') }));
    await until(() => app.unsent() === 2);
    const { content } = JSON.parse(await exportJson(app)) as { content: Content };
    expect(Object.keys(content.tasks)).toEqual(['-b']);
    expect(content.trash.tasks['-a']).toMatchObject({ record: a });
    expect(content.notes).toEqual({ '-n': noteFields('Bread') });
    expect(app.lists.tasks['-a']).toEqual(a);
  });

  test('has the looks that this device has not sent yet, and what is stored beside them', async () => {
    const looks = { '-n': { colour: 'unheardof', place: 'a1' }, '-m': { pinned: true } };
    const app = await open({ notes: { '-n': note, '-m': note }, looks });
    await openLists(app);
    app.services.election.set(false);
    app.dispatch(noteLookRequested(selectNote(app.getState(), '-n')!, { isPinned: true }));
    app.dispatch(noteLookRequested(selectNote(app.getState(), '-m')!, { isPinned: false }));
    await until(() => app.unsent() === 2);
    const { content } = JSON.parse(await exportJson(app)) as { content: Content };
    expect(content.looks).toEqual({ '-n': { colour: 'unheardof', pinned: true, place: 'a1' } });
    expect(app.lists.looks).toEqual(looks);
  });

  test('has the looks of an import that is not sent yet', async () => {
    const app = await open();
    app.services.election.set(false);
    await choose(app, daywallJson(someContent));
    app.dispatch(importRequested());
    await until(async () => (await app.services.queue.all('anna')).length === 2);
    expect((JSON.parse(await exportJson(app)) as { content: Content }).content).toEqual(someContent);
  });

  test('goes on without what a newer version of the app has left on this device', async () => {
    const app = await open(someContent);
    await openLists(app);
    app.services.election.set(false);
    const kinds = ['task/fly', 'note/fly', 'trash/fly', 'import/fly', 'settings/fly', 'cloud/fly'];
    for (const kind of kinds) app.dispatch(requestChange({ itemKey: kind, kind, payload: {} }));
    await until(() => app.unsent() === kinds.length);
    const { content } = JSON.parse(await exportJson(app)) as { content: Content };
    expect(content).toMatchObject({
      tasks: someContent.tasks,
      notes: someContent.notes,
      trash: someContent.trash,
    });
  });

  test('lacks what is deleted for ever, has what is put back, sent or not', async () => {
    const copy = { deletedAt: when, record: b };
    const app = await open({ trash: { tasks: { '-a': copy, '-b': copy, '-c': copy }, notes: {} } });
    app.services.election.set(false);
    const append = (id: string, change: Change) =>
      app.services.queue.append({ ...requestChange(change, { id }).payload, userId: 'anna' });
    const restored = { taskId: 2, fireId: '-b', fields: taskFields({ taskName: 'B' }), doneAt: null };
    await append('1', {
      itemKey: 'task:1',
      kind: 'trash/forget',
      payload: { items: [{ list: 'tasks', fireId: '-a', deletedAt: null, itemKey: 'task:1' }] },
    });
    await append('2', { itemKey: 'task:2', kind: 'task/restore', payload: restored });
    await append('3', {
      itemKey: 'task:3',
      kind: 'trash/forget',
      payload: { items: [{ list: 'tasks', fireId: '-c', deletedAt: null, itemKey: 'task:3' }] },
    });
    await turn();
    const { content } = JSON.parse(await exportJson(app)) as { content: Content };
    expect(content).toEqual({ ...emptyContent, tasks: { '-b': b } });
  });

  test('has what this device remembers, and says so, when the server can’t be reached', async () => {
    const app = await open(someContent);
    app.dispatch(tasksRequested());
    app.dispatch(notesRequested());
    await until(() => app.services.cache.kept.has('anna/notes') && app.services.cache.kept.has('anna/tasks'));
    app.services.database.load = () => Promise.reject(new ServiceFailure('network', 'x'));
    const { content } = JSON.parse(await exportJson(app)) as { content: Content };
    expect(content).toMatchObject({
      tasks: someContent.tasks,
      notes: someContent.notes,
      looks: someContent.looks,
      trash: emptyContent.trash,
    });
    expect(selectExported(app.getState())).toMatchObject({ isWhole: false });
  });

  test('that can’t begin says why', async () => {
    const app = await open();
    app.services.transfer.save = () => Promise.reject(new ServiceFailure('network', 'worker', 'Not loaded'));
    app.dispatch(exportRequested({ kind: 'csv' }));
    expect(await until(() => selectExportFailure(app.getState()))).toBe('Not loaded');
  });
});

test('A file that lists a key and has a copy of it too keeps both, under two keys', async () => {
  const record = { ...a, taskName: 'Deleted' };
  const trash = { tasks: { '-a': { deletedAt: when, record } }, notes: {} };
  const app = await open();
  await add(app, daywallJson({ ...emptyContent, tasks: { '-a': a }, trash }));
  expect(app.lists.tasks).toEqual({ '-a': a });
  expect(Object.values(app.lists['trash/tasks'])).toMatchObject([{ record: { taskName: 'Deleted' } }]);
});

describe('A round trip', () => {
  test('through an empty account is the same to the byte, whatever is kept', async () => {
    await fc.assert(
      fc.asyncProperty(contents, async content => {
        const file = await exportJson(await open(content));
        const { tasks, notes, trash } = content;
        const isSomething = [tasks, notes, trash.tasks, trash.notes].some(
          list => Object.keys(list).length > 0,
        );
        const empty = await open();
        if (isSomething) await add(empty, file);
        expect(await exportJson(empty)).toBe(file);
      }),
      { numRuns: times(10, 25) },
    );
  });
});

describe('Import', () => {
  test('shows what a file holds before anything of it is added', async () => {
    const app = await open();
    const file = await choose(app, daywallJson(someContent));
    expect(file.preview).toMatchObject({
      source: 'Daywall',
      counts: { tasks: 3, notes: 1 },
      done: 2,
      trashed: 1,
      problemCount: 0,
    });
    expect(file.preview!.first[0]).toEqual({
      kind: 'task',
      name: 'A',
      day: '2026-03-10',
      list: 'personal',
      isDone: false,
      isTrashed: false,
      time: '14:30',
      repeats: '',
    });
    expect(stored(app)).toEqual(emptyContent);
    app.dispatch(importDismissed());
    app.dispatch(importRequested());
    await new Promise(resolve => setTimeout(resolve, 20));
    expect(stored(app)).toEqual(emptyContent);
  });

  test('refuses more than 50 MB without reading it, and says why a file can’t be read', async () => {
    const app = await open();
    const large = Object.defineProperty(fileOf('{}'), 'size', { value: 50 * 1024 * 1024 + 1 });
    app.dispatch(importFilesChosen([large]));
    expect((await until(() => selectImportFile(app.getState()))).unreadable).toBe(
      'This file is larger than 50 MB.',
    );
    expect((await choose(app, 'Dear Ada,\nI am well.')).unreadable).toMatch(/not a file from Daywall/);
  });

  test('keeps the file itself out of state and actions', async () => {
    const app = await open();
    await choose(app, daywallJson(someContent));
    expect(JSON.parse(JSON.stringify(app.getState().transfer))).toEqual(app.getState().transfer);
  });

  test('adds and replaces nothing: keys and numbers that are taken get new ones', async () => {
    const mine: Content = {
      ...emptyContent,
      tasks: { '-a': taskRecord(2, { taskName: 'Mine' }) },
      notes: { '-n': noteFields('Mine') },
      done: { '-b': when },
      looks: { '-n': { colour: 'rose' } },
      trash: { tasks: { '-x': { deletedAt: when, record: taskRecord(1) } }, notes: {} },
    };
    const app = await open(structuredClone(mine));
    await add(app, daywallJson(someContent));
    expect(app.lists.tasks).toMatchObject(mine.tasks);
    expect(app.lists.notes).toMatchObject(mine.notes);
    expect(app.lists.done).toMatchObject(mine.done);
    expect(app.lists['trash/tasks']).toMatchObject({ ...mine.trash.tasks, '-t': { deletedAt: when } });
    const added = Object.entries(app.lists.tasks).filter(([key]) => key !== '-a') as [string, typeof a][];
    expect(added.map(([, { taskName }]) => taskName).sort()).toEqual(['A', 'B']);
    expect(added.every(([key]) => !['-a', '-b', '-x', '-t'].includes(key))).toBe(true);
    const ids = [1, 2, 3, ...added.map(([, { taskId }]) => taskId as number)];
    expect(new Set(ids).size).toBe(ids.length);
    const newB = added.find(([, { taskName }]) => taskName === 'B')![0];
    expect(app.lists.done[newB]).toBe(when);
    expect(Object.keys(app.lists.notes)).toHaveLength(2);
    const newNote = Object.keys(app.lists.notes).find(key => key !== '-n')!;
    expect(app.lists.looks).toEqual({ ...mine.looks, [newNote]: someContent.looks['-n'] });
  });

  test('gives a note that is imported no key beside which a look has been left', async () => {
    const app = await open({ looks: { '-n': { colour: 'rose' } } });
    await add(app, daywallJson({ ...someContent, looks: {} }));
    expect(app.lists.notes).not.toHaveProperty(['-n']);
    expect(app.lists.looks).toEqual({ '-n': { colour: 'rose' } });
  });

  test('keeps no key of a file while the server can’t say which are free', async () => {
    const app = await open();
    app.services.database.load = () => Promise.reject(new ServiceFailure('network', 'x'));
    await add(app, daywallJson(someContent));
    expect(Object.keys(app.lists.tasks)).toHaveLength(2);
    expect(app.lists.tasks).not.toHaveProperty(['-a']);
  });

  test('takes the same file twice as two, and each is its own step', async () => {
    const app = await open();
    await add(app, daywallJson(someContent));
    await add(app, daywallJson(someContent));
    expect(Object.keys(app.lists.tasks)).toHaveLength(4);
    await takeBack(app);
    expect(Object.keys(app.lists.tasks).sort()).toEqual(['-a', '-b']);
  });

  test('of many is sent in parts with progress; a part with a lost answer is there once', async () => {
    const app = await open();
    const many = Object.fromEntries(
      Array.from({ length: 250 }, (_, at) => [`-k${at}`, taskRecord(at, { taskName: `Task ${at}` })]),
    );
    const seen = new Set<number>();
    app.subscribe(() => {
      const current = selectImport(app.getState());
      if (current) seen.add(arrivedOf(current).tasks);
    });
    app.services.database.fail({ at: 'after', kind: 'server' });
    await add(app, daywallJson({ ...emptyContent, tasks: many as Records }));
    expect([...seen]).toEqual([0, 100, 200, 250]);
    expect(app.lists.tasks).toEqual(many);
  });
});

describe('Google Keep', () => {
  const keep = (title: string, more: object = {}) =>
    fileOf(
      JSON.stringify({ title, textContent: '', color: 'TEAL', isPinned: true, isTrashed: false, ...more }),
      `${title}.json`,
    );

  test('is read from files chosen together; what lies beside its notes is passed over', async () => {
    const app = await open();
    const beside = [fileOf('<html>', 'Milk.html'), fileOf('x', 'a.jpg')];
    const file = await read(app, [...beside, keep('Milk'), keep('Bread')]);
    expect(file).toMatchObject({
      name: 'Milk.html and 3 more',
      preview: { source: 'Google Keep', counts: { tasks: 0, notes: 2 }, problemCount: 0 },
    });
    expect((await read(app, beside)).unreadable).toMatch(/None of these is one/);
    const large = Object.defineProperty(fileOf('', 'takeout.ZIP'), 'size', { value: 250 * 1024 * 1024 + 1 });
    expect((await read(app, [large])).unreadable).toMatch(/larger than 250 MB/);
    const half = () => Object.defineProperty(keep('Half'), 'size', { value: 26 * 1024 * 1024 });
    expect((await read(app, [half(), half()])).unreadable).toBe('These files are larger than 50 MB.');
  });

  test('brings each note and its look in one write, once, and is undone as one step', async () => {
    const app = await open();
    await openLists(app);
    const { apply } = app.services.database;
    const written: Records[] = [];
    app.services.database.apply = (userId, ids, paths) => {
      written.push(paths);
      return apply(userId, ids, paths);
    };
    app.services.database.fail({ at: 'after', kind: 'server' });
    await read(app, [keep('Old', { createdTimestampUsec: 1 }), keep('New', { createdTimestampUsec: 2 })]);
    app.dispatch(importRequested());
    await until(() => selectImport(app.getState()) && isAllThere(selectImport(app.getState())!));
    const [oldKey, newKey] = Object.keys(app.lists.notes) as [string, string];
    expect(app.lists.notes[oldKey]).toEqual(noteFields('Old', ''));
    expect(oldKey < newKey).toBe(true);
    const look = { colour: 'teal', pinned: true };
    expect(app.lists.looks).toEqual({ [oldKey]: look, [newKey]: look });
    for (const paths of written)
      expect(Object.keys(paths).sort()).toEqual(
        [oldKey, newKey]
          .flatMap(key => [`ext/looks/${key}`, `ext/taken/notes/${key}`, `notes/${key}`])
          .sort(),
      );
    app.dispatch(undoRequested());
    await until(() => Object.keys(app.lists['trash/notes']).length === 2);
    expect(app.lists.notes).toEqual({});
    app.dispatch(redoRequested());
    await until(() => Object.keys(app.lists.notes).length === 2);
    expect(app.lists.looks).toEqual({ [oldKey]: look, [newKey]: look });
  });
});

describe('Taking an import back', () => {
  test('leaves alone what became of a part while its answer was lost', async () => {
    const services = fakeServices();
    const { update } = services.database;
    const copy = { ...(someContent.trash.tasks['-t'] as Records), isImported: true };
    const paths = { 'tasks/-a': a, 'notes/-n': note, 'ext/trash/tasks/-t': copy };
    const payload = { importId: 'i', counts: countsOfPaths(paths), paths: JSON.stringify(paths) };
    const part = importOperation('anna', { kind: 'import/add', payload }) as Operation<string, ImportBatch>;
    const send = () =>
      expectSaga(sendBatch, services, { ...part, isAttempted: true })
        .returns({ type: 'confirmed' })
        .silentRun();
    await send(); // the first attempt never arrived
    expect(services.database.lists.tasks).toEqual({ '-a': a });
    const changed = { '-a': { ...a, taskName: 'Changed since' } };
    await update('anna', { 'tasks/-a': changed['-a'], 'notes/-n': null });
    await send();
    expect(services.database.lists).toMatchObject({ tasks: changed, notes: {} });
    // The rest of the import is in the trash, where it counts as arrived.
    await update('anna', { 'tasks/-a': null });
    await send();
    expect(services.database.lists.tasks).toEqual({});
  });

  test('puts what was added into the trash as it is by then, and leaves the rest alone', async () => {
    const app = await open({ tasks: { '-mine': taskRecord(9) } });
    await add(app, daywallJson(someContent));
    const edited = { ...a, taskName: 'Edited since' };
    app.services.database.put('tasks', '-a', edited);
    app.services.database.put('notes', '-n', null);
    await takeBack(app);
    expect(app.lists.tasks).toEqual({ '-mine': taskRecord(9) });
    expect(app.lists['trash/tasks']).toMatchObject({
      '-a': { record: edited },
      '-b': { record: b },
      '-t': { deletedAt: when },
    });
    expect(app.lists['trash/notes']).toEqual({});
    expect(app.lists.done).toMatchObject({ '-b': when });
  });

  test('is one step of the history, and so is adding it once more', async () => {
    const app = await open({ notes: { '-n': noteFields('Mine') } });
    // The history records changes only after a list was requested.
    await openLists(app);
    await add(app, daywallJson(someContent));
    const imported = structuredClone(stored(app));
    expect(app.getState().history.entries).toHaveLength(1);
    app.dispatch(undoRequested());
    await until(() => Object.keys(app.lists.tasks).length === 0);
    expect(Object.keys(app.lists['trash/tasks']).sort()).toEqual(['-a', '-b', '-t']);
    app.dispatch(redoRequested());
    await until(() => Object.keys(app.lists.tasks).length === 2 && !selectImport(app.getState())?.end);
    expect(stored(app)).toEqual(imported);
  });

  test('takes its lists along, where they are not kept here, and back', async () => {
    const lists = {
      'tag-garden': { place: 'a1', colour: 'red' },
      'tag-home': { place: 'a2', word: 'Home', colour: 'blue' },
      'tag-work': { place: 'a3' },
      theme: 'dark',
    };
    const mine = {
      theme: 'light',
      'tag-home': { place: 'a0', colour: 'green' },
      'tag-shop': { place: 'a5' },
    };
    const app = await open();
    app.dispatch(settingsArrived(mine));
    const settings = () => selectSettings(app.getState());
    await openLists(app);
    await add(app, daywallJson({ ...someContent, lists }));
    const merged = {
      ...mine,
      'tag-garden': lists['tag-garden'],
      'tag-home': { place: 'a0', word: 'Home', colour: 'green' },
    };
    expect(settings()).toEqual(merged);
    expect(app.getState().history.entries).toHaveLength(1);
    expect(contentOfJson(await exportJson(app)).lists).toEqual({
      'tag-garden': merged['tag-garden'],
      'tag-home': merged['tag-home'],
      'tag-shop': { place: 'a5' },
    });
    app.dispatch(undoRequested());
    await until(() => Object.keys(app.lists.tasks).length === 0);
    expect(settings()).toEqual(mine);
    expect(describeChange(app.getState().history.entries[0]!, { today: '2026-03-10', isUndo: true })).toBe(
      'Deleted the imported 2 tasks and 1 note',
    );
    app.dispatch(redoRequested());
    await until(() => Object.keys(app.lists.tasks).length === 2 && !selectImport(app.getState())?.end);
    expect(settings()).toEqual(merged);
    app.dispatch(settingsChanged({ 'tag-garden': { place: 'a9' } }));
    await takeBack(app);
    expect(settings()).toEqual({ ...mine, 'tag-garden': { place: 'a9' } });
  });

  test('ends what has not been sent, and counts what was on its way when it was stopped', async () => {
    const app = await open();
    const tasks = Object.fromEntries(
      Array.from({ length: 250 }, (_, at) => [`-k${at}`, taskRecord(at)]),
    ) as Records;
    const { apply } = app.services.database;
    let isHeld = false;
    let release = () => {};
    app.services.database.apply = async (userId, ids, paths) => {
      isHeld = Object.keys(app.lists.tasks).length === 100;
      if (isHeld) await new Promise<void>(resolve => (release = resolve));
      return apply(userId, ids, paths);
    };
    await choose(app, daywallJson({ ...emptyContent, tasks }));
    app.dispatch(importRequested());
    await until(() => isHeld);
    app.dispatch(importStopRequested());
    await until(async () => (await app.services.queue.all('anna')).length === 0);
    release();
    await until(() => arrivedOf(selectImport(app.getState())!).tasks === 200);
    expect(Object.keys(app.lists.tasks)).toHaveLength(200);
    await takeBack(app);
    expect(app.lists.tasks).toEqual({});
    expect(Object.keys(app.lists['trash/tasks'])).toHaveLength(200);
  });
});

test('A refused part is told, and nothing is sent behind it until the person says so', async () => {
  const app = await open();
  app.services.database.fail({ at: 'before', kind: 'refused' });
  await choose(app, daywallJson(someContent));
  app.dispatch(importRequested());
  expect(await until(() => selectImport(app.getState())?.refusal)).toBe('No apply');
  expect(app.lists.tasks).toEqual({});
  await takeBack(app);
  expect(await app.services.queue.all('anna')).toEqual([]);
});

test('An import that a page before this one began is shown to its end', async () => {
  const first = await open();
  first.services.election.set(false);
  await choose(first, daywallJson(someContent));
  first.dispatch(importRequested());
  await until(async () => (await first.services.queue.all('anna')).length === 2);
  const app = startApp(first.services);
  expect(await until(() => selectImport(app.getState()))).toMatchObject({
    total: { tasks: 3, notes: 1 },
    isWhole: false,
  });
  first.services.election.set(true);
  await until(() => isAllThere(selectImport(app.getState())!));
  expect(first.lists.tasks).toEqual(someContent.tasks);
});

test('Undo of an import not sent yet is one write: its parts, or their removal', async () => {
  const disk = openMemoryStore();
  const written: string[] = [];
  const store: OperationStore = {
    ...disk,
    async change(...change) {
      const added = await disk.change(...change);
      written.push((await disk.all('anna')).map(({ kind }) => kind).join(' '));
      return added;
    },
  };
  const app = await open({}, { queue: openQueue({ coalesce, store }) });
  app.services.election.set(false);
  await choose(app, daywallJson(someContent));
  app.dispatch(importRequested());
  await until(() => written.length > 0);
  app.dispatch(importUndoRequested());
  await until(() => written.at(-1) === 'import/remove');
  expect(written).toEqual(['import/made import/add', 'import/remove']);
  app.services.election.set(true);
  await until(() => selectImport(app.getState())?.end === 'undone');
  expect(app.lists.tasks).toEqual({});
});
