import type { Auth, Json } from '../../../server/lib/types';
import { mayRead, mayWrite, rules } from '../../support/rules/productRules';
import { mayWrite as mayWriteByOurs, user } from '../../support/rules/rules';

const ann = user('ann');
const bob = user('bob');

const task = {
  taskName: 'Water the plants',
  taskDescription: 'All of them',
  taskList: 'personal',
  taskDueDate: '2026-03-10T00:00:00.000Z',
  taskId: 4_711,
};
const note = { noteTitle: 'Milk', noteDescription: 'and bread' };
const data: Json = {
  ann: {
    tasks: { t1: task },
    notes: { n1: note },
    ext: {
      done: { t1: '2026-03-10T08:00:00.000Z' },
      trash: { tasks: { t0: { deletedAt: '2026-03-10T08:00:00.000Z', record: task } } },
    },
  },
  bob: { notes: { n1: note } },
};
const text = (length: number) => 'x'.repeat(length);
const without = (record: Record<string, Json>, field: string) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));

describe('who may read', () => {
  test.each<[string, Auth, string, boolean]>([
    ['the owner', ann, 'ann', true],
    ['the owner', ann, 'ann/tasks/t1/taskName', true],
    ['the owner', ann, '', false],
    ['the owner', ann, 'bob', false],
    ['another', bob, 'ann/ext/trash', false],
    ['nobody', null, 'ann', false],
    ['nobody', null, 'null', false],
  ])('%s: %j reads /%s: %s', (_, auth, path, allowed) => {
    expect(mayRead(path, { auth, data })).toBe(allowed);
  });
});

describe('who may write', () => {
  test.each<[string, Auth, string, Json, boolean]>([
    ['the owner removes everything: the account goes', ann, 'ann', null, true],
    ['another adds a task', bob, 'ann/tasks/t2', task, false],
    ['another removes a task', bob, 'ann/tasks/t1', null, false],
    ['nobody removes a note', null, 'ann/notes/n1', null, false],
    ['the owner writes the root', ann, '', { ann: { notes: { n1: note } } }, false],
    ['the owner writes a place of nobody', ann, 'shared/notes/n1', note, false],
  ])('%s', (_, auth, path, value, allowed) => {
    expect(mayWrite({ [path]: value }, { auth, data })).toBe(allowed);
  });
});

/** Whether Ann may write a value at a path below her own. */
const allows = (path: string, value: Json) => mayWrite({ [`ann/${path}`]: value }, { auth: ann, data });

describe('a task', () => {
  test.each<[string, Json, boolean]>([
    ['is its five fields', task, true],
    ['is of a list in small letters', { ...task, taskList: 'Personal' }, false],
    ['has the id 0', { ...task, taskId: 0 }, true],
    ['has an id below ten million', { ...task, taskId: 9_999_999 }, true],
    ['has no id of ten million', { ...task, taskId: 10_000_000 }, false],
    ['has no id below 0', { ...task, taskId: -1 }, false],
    ['has no broken id', { ...task, taskId: 1.5 }, false],
    ['has a name', { ...task, taskName: '' }, false],
    ['has a long name', { ...task, taskName: text(10_000) }, true],
    ['has no endless name', { ...task, taskName: text(10_001) }, false],
    ['has a long description', { ...task, taskDescription: text(1_000_000) }, true],
    ['has no endless description', { ...task, taskDescription: text(1_000_001) }, false],
    ['has a due date of 40 characters', { ...task, taskDueDate: text(40) }, true],
    ['has no due date of 41 characters', { ...task, taskDueDate: text(41) }, false],
  ])('%s', (_, value, allowed) => expect(allows('tasks/t2', value)).toBe(allowed));

  test.each(Object.keys(task))('needs its %s', field => {
    expect(allows('tasks/t2', without(task, field))).toBe(false);
    expect(allows('tasks/t2', { ...task, [field]: null })).toBe(false);
  });

  test('is found by its taskId without a scan, and by nothing else', () => {
    expect(rules().isIndexed(['ann', 'tasks'], 'taskId')).toBe(true);
    expect(rules().isIndexed(['ann', 'tasks'], 'taskName')).toBe(false);
    expect(rules().isIndexed(['ann', 'notes'], 'taskId')).toBe(false);
  });
});

describe('a note', () => {
  test.each<[string, Json, boolean]>([
    ['has a long title', { ...note, noteTitle: text(10_000) }, true],
    ['has no endless title', { ...note, noteTitle: text(10_001) }, false],
    ['has a long description', { ...note, noteDescription: text(1_000_000) }, true],
    ['has no endless description', { ...note, noteDescription: text(1_000_001) }, false],
    ['has no third field', { ...note, notesFireId: 'n2' }, false],
  ])('%s', (_, value, allowed) => expect(allows('notes/n2', value)).toBe(allowed));

  test('is patched field by field', () => {
    const patch = (fields: Record<string, Json>) => mayWrite(fields, { auth: ann, data });
    expect(patch({ 'ann/notes/n1/noteTitle': 'a', 'ann/notes/n1/noteDescription': 'b' })).toBe(true);
    expect(patch({ 'ann/notes/n9/noteTitle': 'a', 'ann/notes/n9/noteDescription': 'b' })).toBe(true);
    expect(patch({ 'ann/notes/n9/noteTitle': 'a' })).toBe(false);
  });
});

describe('whole collections and what stands beside them', () => {
  test.each<[string, string, Json, boolean]>([
    ['a leaf for the tasks', 'tasks', 'none', false],
    ['a leaf for the notes', 'notes', 0, false],
    ['a leaf for the user', '', 'x', false],
    ['a leaf for ext', 'ext', true, false],
    ['a third collection', 'files', { f1: 'x' }, false],
  ])('%s', (_, path, value, allowed) => expect(allows(path, value)).toBe(allowed));

  // Only by our implementation: targaryen fails at such a key.
  test('a key that objects have of their own', () =>
    expect(mayWriteByOurs(rules(), { 'ann/constructor': 'x' }, { auth: ann, data })).toBe(false));
});

const deletedAt = '2026-03-10T08:00:00.000Z';

describe('settings', () => {
  const all = {
    theme: 'dark',
    textSize: 'large',
    firstPage: 'day',
    firstDayOfWeek: 0,
    guide: 'over',
    remind: 15,
  };
  test.each<[string, string, Json, boolean]>([
    ['all of them', '', all, true],
    ['one by its own path', '/theme', 'light', true],
    ['a theme that nobody knows', '/theme', 'blue', false],
    ['a size of text that nobody knows', '/textSize', 'huge', false],
    ['a first page', '/firstPage', 'sticky-wall', true],
    ['a first page elsewhere', '/firstPage', 'https://example.com', false],
    ['a week from Saturday', '/firstDayOfWeek', 6, true],
    ['a week from an eighth day', '/firstDayOfWeek', 7, false],
    ['a week from before Sunday', '/firstDayOfWeek', -1, false],
    ['a week from the middle of a day', '/firstDayOfWeek', 1.5, false],
    ['a guide that is somewhere else', '/guide', 'lost', false],
    ['a reminder a week before', '/remind', 10_080, true],
    ['a reminder more than a week before', '/remind', 10_081, false],
    ['a reminder afterwards', '/remind', -1, false],
    ['a reminder within a minute', '/remind', 0.5, false],
  ])('may be %s: %s %j: %s', (_, path, value, allowed) =>
    expect(allows(`ext/settings${path}`, value)).toBe(allowed),
  );
});

describe('the home', () => {
  /** Ann's home is the first database, another one, or not stored; bob has no data here yet. */
  const data: Json = { ann: { ext: { home: 'first', settings: { theme: 'dark' } }, tasks: { t1: task } } };
  const elsewhere: Json = { ann: { ext: { home: 'b' } } };
  type Writes = Record<string, Json>;

  test.each<[string, Auth, Json, Writes, boolean]>([
    ['of a new user is another database', bob, {}, { 'bob/ext/home': 'b' }, true],
    ['is nobody else’s to write', bob, {}, { 'ann/ext/home': 'b' }, false],
    ['is not changed to the first one', ann, elsewhere, { 'ann/ext/home': 'first' }, false],
    ['that is the first one is not changed', ann, data, { 'ann/ext/home': 'b' }, false],
    ['that is the first one is written again as it is', ann, data, { 'ann/ext/home': 'first' }, true],
    ['has a long name', bob, {}, { 'bob/ext/home': text(63) }, true],
    ['has no endless name', bob, {}, { 'bob/ext/home': text(64) }, false],
    ['has a name', bob, {}, { 'bob/ext/home': '' }, false],
    [
      'here takes all kinds of changes',
      ann,
      data,
      { 'ann/tasks/t2': task, 'ann/ext/done/t2': deletedAt },
      true,
    ],
    ['elsewhere takes no settings here', ann, elsewhere, { 'ann/ext/settings/theme': 'dark' }, false],
    ['elsewhere is not replaced by data', ann, elsewhere, { ann: { tasks: { t1: task } } }, false],
    // Rules cannot prevent this: owners may remove all their data, and the record is all their data.
    ['elsewhere is removed by itself', ann, elsewhere, { 'ann/ext/home': null }, true],
    ['here is removed by itself', ann, data, { 'ann/ext/home': null }, true],
  ])('%s', (_, auth, before, writes, allowed) => {
    expect(mayWrite(writes, { auth, data: before })).toBe(allowed);
  });

  test.each<[string, Auth, Json, string, boolean]>([
    ['is read by the owner', ann, elsewhere, 'ann/ext/home', true],
    ['that is not written down is read as well', ann, {}, 'ann/ext/home', true],
    ['is nobody else’s to read', bob, elsewhere, 'ann/ext/home', false],
    ['elsewhere shows no empty list here', ann, elsewhere, 'ann/tasks', false],
    ['elsewhere shows nothing here', ann, elsewhere, 'ann', false],
    ['here shows all', ann, data, 'ann', true],
    ['here shows the tasks', ann, data, 'ann/tasks', true],
  ])('%s', (_, auth, before, path, allowed) => {
    expect(mayRead(path, { auth, data: before })).toBe(allowed);
  });
});

test.each<[string, string, Json, boolean]>([
  ['a task under a long key', `tasks/${text(256)}`, task, true],
  ['tasks of which one has an endless key', 'tasks', { [text(257)]: task }, false],
  ['a note under a long key', `notes/${text(256)}`, note, true],
  ['a note under a key that its place in the trash could not have', `notes/${text(257)}`, note, false],
])('%s', (_, path, value, allowed) => {
  expect(mayWrite({ [`ann/${path}`]: value }, { auth: ann, data })).toBe(allowed);
});

describe('ext', () => {
  test.each<[string, string, Json, boolean]>([
    ['the look of a note', 'looks/n1', { colour: 'lemon', pinned: true, place: 'h0000000V' }, true],
    ['a colour with an endless name', 'looks/n1/colour', text(21), false],
    ['a place with other characters', 'looks/n1/place', 'a-b', false],
    ['an endless place', 'looks/n1/place', text(1001), false],
    ['an imported copy', 'trash/tasks/t9', { deletedAt, record: task, isImported: true }, true],
    ['something else in the trash', 'trash/cans', { k: { deletedAt, record: note } }, false],
  ])('%s', (_, path, value, allowed) => expect(allows(`ext/${path}`, value)).toBe(allowed));
});
