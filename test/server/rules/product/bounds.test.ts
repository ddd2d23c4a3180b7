import type { Json } from '../../../../server/lib/types';
import { withWrites } from '../../../support/rules/jsonView';
import { mayWrite } from '../../../support/rules/productRules';
import { NOW, user } from '../../../support/rules/rules';

/** Limits of each place of the trash and of the data beside records. */

type Records = Record<string, Json>;
type Row = [path: string, value: Json];
const at = '2026-03-10T08:00:00.000Z';
const text = (length: number) => 'x'.repeat(length);
const task = {
  taskName: 'Bins',
  taskDescription: '',
  taskList: 'personal',
  taskDueDate: '2026-03-10T00:00:00.000Z',
  taskId: 4_711,
};
const note = { noteTitle: 'Milk', noteDescription: 'and bread' };
const order = { day: '2026-03-10', place: 'a1V' };

/** t, n: listed. copy: in the trash. back: restored. */
const ann: Json = {
  tasks: { t: task, back: task },
  notes: { n: note, back: note },
  ext: {
    trash: {
      tasks: { copy: { deletedAt: at, record: task } },
      notes: { copy: { deletedAt: at, record: note } },
    },
    taken: { tasks: { back: { deletedAt: at } }, notes: { back: { deletedAt: at } } },
  },
};
const allows = (writes: Records) =>
  mayWrite(Object.fromEntries(Object.entries(writes).map(([path, value]) => [`ann/${path}`, value])), {
    auth: user('ann'),
    data: { ann },
  });

const notices = {
  tasks: { at, isBack: true, fields: { taskName: '', taskDescription: '', taskList: '', taskDueDate: '' } },
  notes: { at, isBack: true, fields: { noteTitle: '', noteDescription: '' } },
};
const whole = { deletedAt: at, otherOf: 'x', isUnseen: true, isImported: true };
const copies: Record<'tasks' | 'notes', Json> = {
  tasks: { ...whole, record: task },
  notes: { ...whole, record: note },
};

const badTexts = (place: string, lengths: Record<string, number>): Row[] =>
  Object.entries(lengths).map(([name, length]): Row => [`${place}${name}`, text(length + 1)]);
const badNotice = (fields: Record<string, number>): Row[] => [
  ['at', null],
  ['at', 'x'],
  ['isBack', false],
  ['fields', 'x'],
  ['fields/other', 'x'],
  ['other', 'x'],
  ...badTexts('fields/', fields),
];
const TASK = { taskName: 10_000, taskDescription: 1_000_000, taskList: 20, taskDueDate: 40 };
const NOTE = { noteTitle: 10_000, noteDescription: 1_000_000 };
const badOrder: Row[] = [
  ['', 'x'],
  ['day', 'x'],
  ['place', 'a-b'],
  ['place', text(1_001)],
  ['other', 'x'],
];
const badCopy: Row[] = [
  ['', 'copy'],
  ['deletedAt', 'x'],
  ['record/guide', 'over'],
  ['otherOf', 'a.b'],
  ['otherOf', text(257)],
  ['isUnseen', false],
  ['isImported', 'x'],
  ['other', 'x'],
];
const bad: Record<'tasks' | 'notes', Row[]> = {
  tasks: [...badTexts('record/', TASK), ...Object.keys(task).map((field): Row => [`record/${field}`, null])],
  notes: [...badTexts('record/', NOTE), ...Object.keys(note).map((field): Row => [`record/${field}`, null])],
};
const titleOf = ([path, value]: Row) => {
  const words = JSON.stringify(value);
  return `${path || 'all of it'}: ${words.length > 40 ? `${words.length} characters` : words}`;
};
const titled = (rows: Row[]) => rows.map((row): [string, ...Row] => [titleOf(row), ...row]);

describe.each(['tasks', 'notes'] as const)('a copy of %s', list => {
  test('holds all that there may be', () => {
    expect(allows({ [`ext/trash/${list}/new`]: copies[list] })).toBe(true);
    expect(allows({ [`ext/trash/${list}/${text(256)}`]: copies[list] })).toBe(true);
    expect(allows({ [`ext/trash/${list}/${text(257)}`]: copies[list] })).toBe(false);
  });
  test.each(titled([...badCopy, ...bad[list]]))('holds nothing else: %s', (_, path, value) =>
    expect(allows({ [`ext/trash/${list}/new`]: withWrites(copies[list], { [path]: value }) })).toBe(false),
  );

  const longest = list === 'tasks' ? TASK : NOTE;
  test.each(Object.entries(longest))('holds a %s of %i characters', (field, length) => {
    const copy = withWrites(copies[list], { [`record/${field}`]: text(length) });
    expect(allows({ [`ext/trash/${list}/new`]: copy })).toBe(true);
  });
});

describe.each(['tasks', 'notes'] as const)('what is told at %s', list => {
  const place = `ext/others/${list}/${list === 'tasks' ? 't' : 'n'}`;
  test('is a whole notice', () => expect(allows({ [place]: notices[list] })).toBe(true));
  test.each(titled(badNotice(list === 'tasks' ? TASK : NOTE)))('is nothing else: %s', (_, path, value) =>
    expect(allows({ [place]: withWrites(notices[list], { [path]: value }) })).toBe(false),
  );

  const record = list === 'tasks' ? task : note;
  test('is told at a record that can be edited after it came back', () =>
    expect(allows({ [`${list}/back`]: record })).toBe(true));
  test.each<[string, Json]>([
    ['without its instant', { isEdited: true }],
    ['whose instant is none', { deletedAt: { a: at } }],
    ['that is not edited', { deletedAt: at, isEdited: false }],
    ['with more', { deletedAt: at, other: true }],
  ])('is not from a copy taken %s', (_, taken) => {
    const paths = { [`ext/trash/${list}/copy`]: null, [`ext/taken/${list}/copy`]: taken };
    expect(allows('deletedAt' in (taken as object) ? paths : { [`ext/taken/${list}/new`]: taken })).toBe(
      false,
    );
  });
});

describe('the place of a task', () => {
  test('is one of many characters', () =>
    expect(allows({ 'ext/order/t': { ...order, place: text(1_000) } })).toBe(true));
  test.each(titled(badOrder))('is nothing else: %s', (_, path, value) =>
    expect(allows({ 'ext/order/t': withWrites(order, { [path]: value }) })).toBe(false),
  );
});

test.each<[string, string, Json, boolean]>([
  ['the last one of a day, and a reminder', 't', { time: '23:59', remind: 0 }, true],
  ['a reminder a week before', 't', { time: '09:05', remind: 10_080 }, true],
  ['that of what is in the trash', 'copy', { time: '14:30' }, true],
  ['that of no task', 'n', { time: '14:30' }, false],
  ['a leaf', 't', '14:30', false],
  ['one with seconds', 't', { time: '14:30:00' }, false],
  ['a reminder more than a week before', 't', { time: '14:30', remind: 10_081 }, false],
  ['a reminder afterwards', 't', { time: '14:30', remind: -1 }, false],
  ['a reminder within a minute', 't', { time: '14:30', remind: 0.5 }, false],
  ['more', 't', { time: '14:30', zone: 'Europe/Berlin' }, false],
])('The time of a task is %s: %s %j: %s', (_, key, timing, isAllowed) =>
  expect(allows({ [`ext/times/${key}`]: timing })).toBe(isAllowed),
);

test.each<[string, Json, boolean]>([
  ['no pin', { pinned: false }, false],
  ['more', { colour: 'lemon', other: 'x' }, false],
])('The look of a note is %s: %j: %s', (_, look, isAllowed) =>
  expect(allows({ 'ext/looks/n': look })).toBe(isAllowed),
);

const device = {
  endpoint: 'https://push.example/send/1?a=b',
  p256dh: 'BOr-_='.padEnd(200, 'x'),
  auth: 'k9-_='.padEnd(100, 'x'),
  zone: 'America/Argentina/Buenos_Aires',
  at,
};
const wholeDevice = { ...device, names: true, label: text(100) };
describe('a device that reminds', () => {
  test.each<[string, string, Json]>([
    ['all of it', text(16), wholeDevice],
    ['what it must have', `A-_9${text(60)}`, device],
    ['the longest endpoint', text(16), { ...device, endpoint: `https://${text(992)}` }],
    ['the longest zone', text(16), { ...device, zone: `Etc/GMT+1${text(55)}` }],
  ])('is %s', (_, id, value) => expect(allows({ [`ext/devices/${id}`]: value })).toBe(true));
  test.each(titled(Object.keys(device).map((name): Row => [name, null])))('needs %s', (_, path, value) =>
    expect(allows({ [`ext/devices/${text(16)}`]: withWrites(wholeDevice, { [path]: value }) })).toBe(false),
  );
  test.each(
    titled([
      ['endpoint', 'http://push.example/1'],
      ['endpoint', 'https://push.example/1 2'],
      ['endpoint', 'https://'],
      ['endpoint', `https://${text(993)}`],
      ['p256dh', 'a+b'],
      ['p256dh', text(201)],
      ['auth', 'a+b'],
      ['auth', text(101)],
      ['zone', 'Europe Berlin'],
      ['zone', text(65)],
      ['names', false],
      ['label', text(101)],
      ['at', 'x'],
      ['other', 'x'],
    ]),
  )('is nothing else: %s', (_, path, value) =>
    expect(allows({ [`ext/devices/${text(16)}`]: withWrites(wholeDevice, { [path]: value }) })).toBe(false),
  );
  test.each([text(15), text(65)])('has no id like %s', id =>
    expect(allows({ [`ext/devices/${id}`]: device })).toBe(false),
  );
});

const areas =
  'done,repeats,occurrences,order,times,looks,applied,settings,devices,trash,trash/tasks,trash/notes,taken,taken/tasks,';
test.each(`${areas}taken/notes,others,others/tasks,others/notes,leases,looks/n,occurrences/t`.split(','))(
  'ext/%s is no leaf',
  area => expect(allows({ [`ext/${area}`]: 'x' })).toBe(false),
);

test.each<[string, Records, boolean]>([
  ['a mark of a long name', { [`ext/applied/${text(256)}`]: at }, true],
  ['a mark of an endless name', { [`ext/applied/${text(257)}`]: at }, false],
  ['a lease under an endless key', { [`ext/leases/${text(257)}`]: { by: 'x', at: NOW } }, false],
  ['a lease of nobody', { 'ext/leases/n': { at: NOW } }, false],
  ['a lease of somebody without a name', { 'ext/leases/n': { by: '', at: NOW } }, false],
  ['a lease of somebody with an endless name', { 'ext/leases/n': { by: text(257), at: NOW } }, false],
  ['a lease of more', { 'ext/leases/n': { by: 'x', at: NOW, other: 1 } }, false],
  ['a list of what was taken that nobody knows', { 'ext/taken/cans': { t: { deletedAt: at } } }, false],
  ['a list of notices that nobody knows', { 'ext/others/cans': { t: { at } } }, false],
  ['a kept tag', { 'ext/settings/tag-garden': { place: 'a0', word: 'Garden', colour: 'red' } }, true],
  ['a kept tag without anything', { 'ext/settings/tag-garden': 'a0' }, false],
  ['a kept tag in no colour', { 'ext/settings/tag-garden': { colour: 'loud' } }, false],
  ['a kept tag at no place', { 'ext/settings/tag-garden': { place: '0' } }, false],
  ['a kept tag at an endless place', { 'ext/settings/tag-garden': { place: `a${text(1000)}` } }, false],
  ['a kept tag whose word is endless', { 'ext/settings/tag-garden': { word: text(301) } }, false],
  ['a kept tag with more', { 'ext/settings/tag-garden': { place: 'a0', other: 1 } }, false],
  ['a kept tag under an endless key', { [`ext/settings/tag-${text(300)}`]: { place: 'a0' } }, false],
  ['a setting that nobody knows', { 'ext/settings/sound': { place: 'a0' } }, false],
])('%s', (_, writes, isAllowed) => expect(allows(writes)).toBe(isAllowed));
