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
/** A value nested under `levels` keys. */
const deep = (levels: number, value: Json): Json => (levels > 0 ? { k: deep(levels - 1, value) } : value);

describe('who may read', () => {
  test.each<[string, Auth, string, boolean]>([
    ['the owner', ann, 'ann', true],
    ['the owner', ann, 'ann/tasks', true],
    ['the owner', ann, 'ann/tasks/t1/taskName', true],
    ['the owner', ann, 'ann/notes', true],
    ['the owner', ann, 'ann/ext/done', true],
    ['the owner', ann, 'ann/anything', true],
    ['the owner', ann, '', false],
    ['the owner', ann, 'bob', false],
    ['the owner', ann, 'bob/notes/n1', false],
    ['the owner', ann, 'annex', false],
    ['another', bob, 'ann', false],
    ['another', bob, 'ann/tasks', false],
    ['another', bob, 'ann/tasks/t1', false],
    ['another', bob, 'ann/ext/trash', false],
    ['nobody', null, '', false],
    ['nobody', null, 'ann', false],
    ['nobody', null, 'ann/tasks', false],
    ['nobody', null, 'null', false],
  ])('%s: %j reads /%s: %s', (_, auth, path, allowed) => {
    expect(mayRead(path, { auth, data })).toBe(allowed);
  });
});

describe('who may write', () => {
  test.each<[string, Auth, string, Json, boolean]>([
    ['the owner adds a task', ann, 'ann/tasks/t2', task, true],
    ['the owner adds a note', ann, 'ann/notes/n2', note, true],
    ['the first task of a new user', user('new'), 'new/tasks/t1', task, true],
    ['the owner writes it all', ann, 'ann', { tasks: { t1: task }, notes: { n1: note } }, true],
    ['the owner removes a task', ann, 'ann/tasks/t1', null, true],
    ['the owner removes a note', ann, 'ann/notes/n1', null, true],
    ['the owner removes what is not there', ann, 'ann/tasks/t9', null, true],
    ['the owner removes all tasks', ann, 'ann/tasks', null, true],
    ['the owner removes ext', ann, 'ann/ext', null, true],
    ['the owner removes a piece of ext', ann, 'ann/ext/trash/tasks/t0', null, true],
    ['the owner removes everything: the account goes', ann, 'ann', null, true],
    ['another adds a task', bob, 'ann/tasks/t2', task, false],
    ['another removes a task', bob, 'ann/tasks/t1', null, false],
    ['another removes everything', bob, 'ann', null, false],
    ['another writes ext', bob, 'ann/ext/done/t1', 'x', false],
    ['nobody adds a task', null, 'ann/tasks/t2', task, false],
    ['nobody removes a note', null, 'ann/notes/n1', null, false],
    ['nobody writes the root', null, '', {}, false],
    ['the owner writes the root', ann, '', { ann: { notes: { n1: note } } }, false],
    ['the owner removes the root', ann, '', null, false],
    ['the owner writes a place of nobody', ann, 'shared/notes/n1', note, false],
  ])('%s', (_, auth, path, value, allowed) => {
    expect(mayWrite({ [path]: value }, { auth, data })).toBe(allowed);
  });

  test('an update that touches another user is refused whole', () => {
    const writes = { 'ann/notes/n2': note, 'bob/notes/n2': note };
    expect(mayWrite(writes, { auth: ann, data })).toBe(false);
    expect(mayWrite({ 'ann/notes/n2': note, 'ann/tasks/t1': null }, { auth: ann, data })).toBe(true);
  });
});

/** Whether Ann may write a value at a path below her own. */
const allows = (path: string, value: Json) => mayWrite({ [`ann/${path}`]: value }, { auth: ann, data });

describe('a task', () => {
  test.each<[string, Json, boolean]>([
    ['is its five fields', task, true],
    ['is of the list work', { ...task, taskList: 'work' }, true],
    ['is of no third list', { ...task, taskList: 'home' }, false],
    ['is of a list in small letters', { ...task, taskList: 'Personal' }, false],
    ['has the id 0', { ...task, taskId: 0 }, true],
    ['has an id below ten million', { ...task, taskId: 9_999_999 }, true],
    ['has no id of ten million', { ...task, taskId: 10_000_000 }, false],
    ['has no id below 0', { ...task, taskId: -1 }, false],
    ['has no broken id', { ...task, taskId: 1.5 }, false],
    ['has no id in words', { ...task, taskId: '1' }, false],
    ['has a name', { ...task, taskName: '' }, false],
    ['has no number for a name', { ...task, taskName: 1 }, false],
    ['has a long name', { ...task, taskName: text(10_000) }, true],
    ['has no endless name', { ...task, taskName: text(10_001) }, false],
    ['may have an empty description', { ...task, taskDescription: '' }, true],
    ['has a long description', { ...task, taskDescription: text(1_000_000) }, true],
    ['has no endless description', { ...task, taskDescription: text(1_000_001) }, false],
    ['has no boolean for a description', { ...task, taskDescription: true }, false],
    ['has a due date of any text', { ...task, taskDueDate: '2026-03-10' }, true],
    ['has a due date of 40 characters', { ...task, taskDueDate: text(40) }, true],
    ['has no due date of 41 characters', { ...task, taskDueDate: text(41) }, false],
    ['has no number for a due date', { ...task, taskDueDate: 1_773_100_800_000 }, false],
    ['has no sixth field', { ...task, fireId: 't2' }, false],
    ['has no fields of fields', { ...task, taskName: { a: 'b' } }, false],
    ['is no leaf', 'task', false],
    ['is no list', ['a', 'b', 'c', 'd', 'e'], false],
  ])('%s', (_, value, allowed) => expect(allows('tasks/t2', value)).toBe(allowed));

  test.each(Object.keys(task))('needs its %s', field => {
    expect(allows('tasks/t2', without(task, field))).toBe(false);
    expect(allows('tasks/t2', { ...task, [field]: null })).toBe(false);
  });

  test.each<[string, Json, boolean]>([
    ['taskName', 'Water them', true],
    ['taskName', '', false],
    ['taskList', 'work', true],
    ['taskList', 'play', false],
    ['more', 'x', false],
    ['taskName/deeper', 'x', false],
  ])('that exists takes a new %s: %j: %s', (field, value, allowed) =>
    expect(allows(`tasks/t1/${field}`, value)).toBe(allowed),
  );

  test('can not be started by one field', () => expect(allows('tasks/t2/taskName', 'x')).toBe(false));

  test('is found by its taskId without a scan, and by nothing else', () => {
    expect(rules().isIndexed(['ann', 'tasks'], 'taskId')).toBe(true);
    expect(rules().isIndexed(['ann', 'tasks'], 'taskName')).toBe(false);
    expect(rules().isIndexed(['ann', 'notes'], 'taskId')).toBe(false);
  });
});

describe('a note', () => {
  test.each<[string, Json, boolean]>([
    ['is its two fields', note, true],
    ['may be empty', { noteTitle: '', noteDescription: '' }, true],
    ['has a long title', { ...note, noteTitle: text(10_000) }, true],
    ['has no endless title', { ...note, noteTitle: text(10_001) }, false],
    ['has a long description', { ...note, noteDescription: text(1_000_000) }, true],
    ['has no endless description', { ...note, noteDescription: text(1_000_001) }, false],
    ['has no number for a title', { ...note, noteTitle: 1 }, false],
    ['has no third field', { ...note, notesFireId: 'n2' }, false],
    ['needs its title', without(note, 'noteTitle'), false],
    ['needs its description', without(note, 'noteDescription'), false],
    ['is no leaf', 'note', false],
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
    ['all tasks at once', 'tasks', { t1: task, t2: { ...task, taskId: 2 } }, true],
    ['all tasks at once, one of them wrong', 'tasks', { t1: task, t2: { ...task, taskId: -2 } }, false],
    ['all notes at once', 'notes', { n1: note, n2: note }, true],
    ['all notes at once, one of them wrong', 'notes', { n1: note, n2: { noteTitle: 'x' } }, false],
    ['a leaf for the tasks', 'tasks', 'none', false],
    ['a leaf for the notes', 'notes', 0, false],
    ['a leaf for the user', '', 'x', false],
    ['a leaf for ext', 'ext', true, false],
    ['a third collection', 'files', { f1: 'x' }, false],
    ['a leaf beside the collections', 'name', 'Ann', false],
    ['a third collection among good ones', '', { notes: { n1: note }, files: { f1: 'x' } }, false],
  ])('%s', (_, path, value, allowed) => expect(allows(path, value)).toBe(allowed));

  // Only by our implementation: targaryen fails at such a key.
  test('a key that objects have of their own', () =>
    expect(mayWriteByOurs(rules(), { 'ann/constructor': 'x' }, { auth: ann, data })).toBe(false));
});

const deletedAt = '2026-03-10T08:00:00.000Z';

describe('settings', () => {
  const all = { theme: 'dark', textSize: 'large', firstPage: 'day', firstDayOfWeek: 0, guide: 'over' };
  test.each<[string, string, Json, boolean]>([
    ['all of them', '', all, true],
    ['one of them', '', { theme: 'light' }, true],
    ['none of them any more', '', null, true],
    ['a leaf', '', 'dark', false],
    ['one by its own path', '/theme', 'light', true],
    ['one that goes back to the default', '/theme', null, true],
    ['a theme that nobody knows', '/theme', 'blue', false],
    ['a theme of themes', '/theme', { light: true }, false],
    ['a size of text', '/textSize', 'largest', true],
    ['a size of text in points', '/textSize', 12, false],
    ['a size of text that nobody knows', '/textSize', 'huge', false],
    ['a first page', '/firstPage', 'sticky-wall', true],
    ['Today, chosen as the first page', '/firstPage', 'today', true],
    ['a first page elsewhere', '/firstPage', 'https://example.com', false],
    ['a first page of two lines', '/firstPage', 'day\nwork', false],
    ['a week from Saturday', '/firstDayOfWeek', 6, true],
    ['a week from an eighth day', '/firstDayOfWeek', 7, false],
    ['a week from before Sunday', '/firstDayOfWeek', -1, false],
    ['a week from the middle of a day', '/firstDayOfWeek', 1.5, false],
    ['a week from a day in words', '/firstDayOfWeek', 'Monday', false],
    ['a guide that is begun', '/guide', 'begun', true],
    ['a guide that is somewhere else', '/guide', 'lost', false],
    ['a setting that nobody knows', '/sound', true, false],
    ['a setting that nobody knows among good ones', '', { ...all, sound: true }, false],
  ])('may be %s: %s %j: %s', (_, path, value, allowed) =>
    expect(allows(`ext/settings${path}`, value)).toBe(allowed),
  );

  test('are the owner’s alone', () => {
    const writes = { 'ann/ext/settings/theme': 'dark' };
    expect(mayWrite(writes, { auth: bob, data })).toBe(false);
    expect(mayWrite(writes, { auth: null, data })).toBe(false);
    expect(mayRead('ann/ext/settings', { auth: bob, data })).toBe(false);
  });
});

describe('the home', () => {
  /** Ann's home is the first database, another one, or not stored; bob has no data here yet. */
  const data: Json = { ann: { ext: { home: 'first', settings: { theme: 'dark' } }, tasks: { t1: task } } };
  const elsewhere: Json = { ann: { ext: { home: 'b' } } };
  type Writes = Record<string, Json>;

  test.each<[string, Auth, Json, Writes, boolean]>([
    ['of a new user is another database', bob, {}, { 'bob/ext/home': 'b' }, true],
    ['of a new user is the first database', bob, {}, { 'bob/ext/home': 'first' }, true],
    ['is nobody else’s to write', bob, {}, { 'ann/ext/home': 'b' }, false],
    ['is not written by nobody', null, {}, { 'ann/ext/home': 'b' }, false],
    ['of somebody with data is the first database', ann, data, { 'ann/ext/home': 'first' }, true],
    ['of somebody with data is no other database', ann, data, { 'ann/ext/home': 'b' }, false],
    ['is not changed to another one', ann, elsewhere, { 'ann/ext/home': 'c' }, false],
    ['is not changed to the first one', ann, elsewhere, { 'ann/ext/home': 'first' }, false],
    ['that is the first one is not changed', ann, data, { 'ann/ext/home': 'b' }, false],
    ['that is the first one is written again as it is', ann, data, { 'ann/ext/home': 'first' }, true],
    ['has no spaces', bob, {}, { 'bob/ext/home': 'a b' }, false],
    ['has no large letters', bob, {}, { 'bob/ext/home': 'B' }, false],
    ['has a long name', bob, {}, { 'bob/ext/home': text(63) }, true],
    ['has no endless name', bob, {}, { 'bob/ext/home': text(64) }, false],
    ['has a name', bob, {}, { 'bob/ext/home': '' }, false],
    ['is no number', bob, {}, { 'bob/ext/home': 7 }, false],
    ['is nothing of parts', bob, {}, { 'bob/ext/home': { name: 'b' } }, false],
    ['here takes tasks', ann, data, { 'ann/tasks/t2': task }, true],
    [
      'here takes all kinds of changes',
      ann,
      data,
      { 'ann/tasks/t2': task, 'ann/ext/done/t2': deletedAt },
      true,
    ],
    ['elsewhere takes no tasks here', ann, elsewhere, { 'ann/tasks/t1': task }, false],
    ['elsewhere takes no notes here', ann, elsewhere, { 'ann/notes/n1': note }, false],
    ['elsewhere takes no settings here', ann, elsewhere, { 'ann/ext/settings/theme': 'dark' }, false],
    ['elsewhere goes with the account', ann, elsewhere, { ann: null }, true],
    ['elsewhere is not replaced by data', ann, elsewhere, { ann: { tasks: { t1: task } } }, false],
    ['elsewhere is nobody else’s to remove', bob, elsewhere, { ann: null }, false],
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
  ['a task under a key that its place in the trash could not have', `tasks/${text(257)}`, task, false],
  ['tasks of which one has an endless key', 'tasks', { [text(257)]: task }, false],
  ['a note under a long key', `notes/${text(256)}`, note, true],
  ['a note under a key that its place in the trash could not have', `notes/${text(257)}`, note, false],
])('%s', (_, path, value, allowed) => {
  expect(mayWrite({ [`ann/${path}`]: value }, { auth: ann, data })).toBe(allowed);
});

test('a record under an endless key, from before it was refused, can be removed', () => {
  const before: Json = { ann: { tasks: { [text(257)]: task, t1: task }, notes: { [text(257)]: note } } };
  const writes = { [`ann/tasks/${text(257)}`]: null, [`ann/notes/${text(257)}`]: null };
  expect(mayWrite(writes, { auth: ann, data: before })).toBe(true);
});

describe('ext', () => {
  test.each<[string, string, Json, boolean]>([
    ['when a task was done', 'done/t1', '2026-03-10T08:00:00.000Z', true],
    ['when a task was done, without parts of a second', 'done/t1', '2026-03-10T08:00:00Z', true],
    ['a task done at no instant', 'done/t2', 'yesterday', false],
    ['a task done since true', 'done/t2', true, false],
    ['a task done in parts', 'done/t2', { at: '2026-03-10T08:00:00.000Z' }, false],
    ['a task done under an endless key', `done/${text(257)}`, '2026-03-10T08:00:00.000Z', false],
    ['the look of a note', 'looks/n1', { colour: 'lemon', pinned: true, place: 'h0000000V' }, true],
    ['a part of a look', 'looks/n1/colour', 'sky', true],
    ['a look that was taken off', 'looks/n1', null, true],
    ['a look without parts', 'looks/n1', 'lemon', false],
    ['a colour in numbers', 'looks/n1/colour', 7, false],
    ['a colour that is no name', 'looks/n1/colour', 'url(x)', false],
    ['a colour with an endless name', 'looks/n1/colour', text(21), false],
    ['a pin that is not set', 'looks/n1/pinned', false, false],
    ['a place with other characters', 'looks/n1/place', 'a-b', false],
    ['an endless place', 'looks/n1/place', text(1001), false],
    ['something else of a look', 'looks/n1/font', 'serif', false],
    ['a look under an endless key', `looks/${text(257)}/pinned`, true, false],
    ['an imported copy', 'trash/tasks/t9', { deletedAt, record: task, isImported: true }, true],
    ['a copy beside its record', 'trash/notes/n1', { deletedAt, record: note }, false],
    ['a removed task without its record', 'trash/tasks/t1', { deletedAt }, false],
    ['a removed task that went at no instant', 'trash/tasks/t1', { deletedAt: 'x', record: task }, false],
    ['a removed note with more', 'trash/notes/n1', { deletedAt, record: note, more: 1 }, false],
    [
      'a removed note with an endless text',
      'trash/notes/n1',
      { deletedAt, record: { noteTitle: text(1_000_001) } },
      false,
    ],
    [
      'a removed note with something deep',
      'trash/notes/n1',
      { deletedAt, record: { noteTitle: { a: 1 } } },
      false,
    ],
    ['something else in the trash', 'trash/cans', { k: { deletedAt, record: note } }, false],
    ['numbers and booleans', 'sizes', { size: 3, dark: true }, false],
    ['a leaf at the first level', 'seen', 1, false],
    ['a leaf at the sixth level', 'k', deep(5, 'leaf'), false],
    ['a leaf at the seventh level', 'k', deep(6, 'leaf'), false],
    ['a leaf at the seventh level, by its own path', 'k/k/k/k/k/k/k', 'leaf', false],
    ['a long string', 'k', text(1_000_000), false],
    ['an endless string at the first level', 'k', text(1_000_001), false],
    ['an endless string at the third level', 'k', deep(2, text(1_000_001)), false],
    ['an endless string at the sixth level', 'k', deep(5, text(1_000_001)), false],
    ['a long key', text(256), 1, false],
    ['an endless key at the first level', text(257), 1, false],
    ['an endless key at the fourth level', 'k/k/k', { [text(257)]: 1 }, false],
    ['an endless key at the sixth level', 'k', deep(4, { [text(257)]: 1 }), false],
    [
      'all of it at once',
      '',
      { done: { t1: deletedAt }, trash: { notes: { n1: { deletedAt, record: note } } } },
      false,
    ],
  ])('%s', (_, path, value, allowed) => expect(allows(`ext/${path}`, value)).toBe(allowed));
});
