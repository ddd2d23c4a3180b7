import type { Json } from '../../../../server/lib/types';
import { mayWrite } from '../../../support/rules/productRules';
import { NOW, user } from '../../../support/rules/rules';

type Records = Record<string, Json>;
const at = '2026-03-10T08:00:00.000Z';
const later = '2026-03-10T09:00:00.000Z';
const task = {
  taskName: 'Water the plants',
  taskDescription: 'All of them',
  taskList: 'personal',
  taskDueDate: '2026-03-10T00:00:00.000Z',
  taskId: 4_711,
};
const note = { noteTitle: 'Milk', noteDescription: 'and bread' };
const order = { day: '2026-03-10', place: 'a1' };
const look = { colour: 'lemon', pinned: true, place: 'h0000000V' };
/**
 * t: listed, with all that may lie beside it. u, plain: listed, with nothing beside. back: listed after a restore. d: in the trash, with all that may
 * lie beside it. o: another version of t. g: deleted for ever.
 */
const ann: Json = {
  tasks: { t: task, u: task, back: task },
  notes: { t: note, plain: note, back: note },
  ext: {
    done: { t: at, d: at },
    order: { t: order, d: order },
    looks: { t: look, d: look },
    others: { tasks: { t: { at, isBack: true } }, notes: { d: { at, isBack: true } } },
    applied: { op: at },
    trash: {
      tasks: {
        d: { deletedAt: at, record: task },
        o: { deletedAt: at, record: task, otherOf: 't', isUnseen: true },
      },
      notes: { d: { deletedAt: at, record: note } },
    },
    taken: {
      tasks: { g: { deletedAt: at }, back: { deletedAt: at } },
      notes: { g: { deletedAt: at }, back: { deletedAt: at } },
    },
    leases: {
      held: { by: 'x', at: NOW - 60_000 },
      over: { by: 'x', at: NOW - 60_001 },
      ended: { by: 'x', at: 0 },
      ahead: { by: 'x', at: NOW + 60_001 },
    },
  },
};
const allows = (writes: Records) =>
  mayWrite(Object.fromEntries(Object.entries(writes).map(([path, value]) => [`ann/${path}`, value])), {
    auth: user('ann'),
    data: { ann },
  });
const deletion = (change: Records = {}): Records => ({
  'tasks/t': null,
  'ext/trash/tasks/t': { deletedAt: later, record: { ...task, ...change } },
  'ext/taken/tasks/t': null,
  'ext/applied/new': later,
});
const noteDeletion = (change: Records = {}): Records => ({
  'notes/t': null,
  'ext/trash/notes/t': { deletedAt: later, record: { ...note, ...change } },
});
const unseen = (record: Json): Records => ({
  deletedAt: at,
  record: { ...(record as Records), ...(record === note && { noteTitle: 'x' }) },
  isUnseen: true,
});
const restore = (key: string, change: Records = {}, taken: Records = {}): Records => ({
  [`tasks/${key}`]: { ...task, ...change },
  [`ext/trash/tasks/${key}`]: null,
  [`ext/taken/tasks/${key}`]: { deletedAt: at, ...taken },
});
const other = (record: Json, more: Records = {}): Records => ({
  'tasks/t': { ...task, taskName: 'Mine' },
  'ext/trash/tasks/other-1': { deletedAt: later, record, otherOf: 't', ...more },
  'ext/others/tasks/t': { at: later, fields: { taskName: task.taskName } },
});
const noteRestore = (key: string, change: Records = {}, taken: Records = {}): Records => ({
  [`notes/${key}`]: { ...note, ...change },
  [`ext/trash/notes/${key}`]: null,
  [`ext/taken/notes/${key}`]: { deletedAt: at, ...taken },
});
const copyAgain = (change: Records, deletedAt = at): Records => ({
  'ext/trash/tasks/d': { deletedAt, record: { ...task, ...change } },
});
const noteCopyAgain = (change: Records, deletedAt = at): Records => ({
  'ext/trash/notes/d': { deletedAt, record: { ...note, ...change } },
});
const otherNote = (record: Json): Records => ({
  'notes/t': { ...note, noteTitle: 'Mine' },
  'ext/trash/notes/other-1': { deletedAt: later, record, otherOf: 't' },
});
const otherOf = (key: string, more: Records = {}): Records => ({
  'ext/trash/tasks/other-1': { deletedAt: later, record: { ...task, taskName: 'x' }, otherOf: key, ...more },
});
/** The deletion of a record that was restored before. */
const deletedAgain = (list: 'tasks' | 'notes', more: Records = {}): Records => ({
  [`${list}/back`]: null,
  [`ext/trash/${list}/back`]: { deletedAt: later, record: list === 'tasks' ? task : note },
  ...more,
});
const lease = (key: string, by: string, at = NOW) => ({ [`ext/leases/${key}`]: { by, at } });

describe('what enters and leaves the trash', () => {
  test.each<[string, Records, boolean]>([
    ['a deletion with the copy of what stands there', deletion(), true],
    ['a stale text', noteDeletion({ noteDescription: 'x' }), false],
    ['a copy beside its record', { 'ext/trash/tasks/u': { deletedAt: at, record: task } }, false],
    ['a copy beside its note', { 'ext/trash/notes/plain': { deletedAt: at, record: note } }, false],
    [
      'an imported copy of a note',
      { 'ext/trash/notes/n': { deletedAt: at, record: note, isImported: true } },
      true,
    ],
    ['an unseen copy that names no record', { 'ext/trash/tasks/n': unseen(task) }, false],
    ['an unseen copy of a note that names no record', { 'ext/trash/notes/n': unseen(note) }, false],
    ['another version of a note, unseen', { 'ext/trash/notes/o': { ...unseen(note), otherOf: 't' } }, true],
    ['the copy of a note once more', noteCopyAgain({}), true],
    ['a second copy of a note', noteCopyAgain({}, later), false],
    ['a PUT of a deleted task', { 'tasks/d': task }, false],
    ['a restored note with another title', noteRestore('d', { noteTitle: 'x' }), false],
    ['a restored note with another text', noteRestore('d', { noteDescription: 'x' }), false],
    ['a note that returns with an edit', noteRestore('d', { noteTitle: 'x' }, { isEdited: true }), true],
    ['a restore', restore('d'), true],
    ['a restore with another name', restore('d', { taskName: 'x' }), false],
    ['a restore with another description', restore('d', { taskDescription: 'x' }), false],
    ['a restore into another list', restore('d', { taskList: 'work' }), false],
    ['a restore on another day', restore('d', { taskDueDate: '' }), false],
    ['a restore under another number', restore('d', { taskId: 1 }), false],
    ['a return with an edit', restore('d', { taskName: 'x' }, { isEdited: true }), true],
    ['a deletion for ever', { 'ext/trash/tasks/d': null, 'ext/taken/tasks/d': { deletedAt: at } }, true],
    ['a copy of a note taken that stays', { 'ext/taken/notes/d': { deletedAt: at } }, false],
    ['a note from a copy that is not named', { ...noteRestore('d'), 'ext/taken/notes/d': null }, false],
    ['a mark that is no instant', { 'ext/applied/n': 'x' }, false],
    ['a tick that is no instant', { 'ext/done/t': 'x' }, false],
    ['the copy of a task once more', copyAgain({}), true],
    ['a second copy of a task', copyAgain({}, later), false],
    ['another version of a note that stands there', otherNote(note), true],
    ['another version of what is not listed, unseen', otherOf('d', { isUnseen: true }), true],
    ['what is told at an unlisted task', { 'ext/others/tasks/n': { at, isBack: true } }, false],
    ['what is told at an unlisted note', { 'ext/others/notes/n': { at, isBack: true } }, false],
    ['a copy taken that stays', { 'ext/taken/tasks/d': { deletedAt: at } }, false],
    ['a PUT of what was deleted for ever', { 'tasks/g': task }, false],
    ['an import of what was deleted for ever', { 'tasks/g': task, 'ext/taken/tasks/g': null }, true],
    ['many records at once', { ...deletion(), ...noteDeletion(), ...restore('d') }, true],
    ['many records, one stale', { ...deletion(), ...noteDeletion({ noteTitle: 'x' }) }, false],
    ['another version that stands there', other(task), true],
    ['a tick of an unlisted task', { 'ext/done/n': at }, false],
    ['a look of an unlisted note', { 'ext/looks/n': look }, false],
    ['a free lease', lease('t', 'y'), true],
    ['a lease from after now', lease('t', 'y', NOW + 1), false],
    ['a lease of one’s own again', lease('held', 'x'), true],
    ['a lease given back', lease('held', 'x', 0), true],
    ['a lease given back by another', lease('held', 'y', 0), false],
    ['a lease that was given back', lease('ended', 'y'), true],
    ['a lease that has run out', lease('over', 'y'), true],
    ['a lease of before the server’s clock was set back', lease('ahead', 'y'), true],
    ['a task with a sixth field', { 'tasks/n': { ...task, guide: 'over' } }, false],
    ['an unnamed area', { 'ext/seen': 1 }, false],
    ['a second deletion that leaves the trace of the first copy', deletedAgain('tasks'), false],
    ['a second deletion of a note that does so', deletedAgain('notes'), false],
    ['a return into another list', restore('d', { taskList: 'work' }, { isEdited: true }), true],
    ['a return with another description', restore('d', { taskDescription: '' }, { isEdited: true }), true],
    ['a return on another day', restore('d', { taskDueDate: '' }, { isEdited: true }), true],
    ['a return under another number', restore('d', { taskId: 1 }, { isEdited: true }), true],
    [
      'a note that returns with other words',
      noteRestore('d', { noteDescription: '' }, { isEdited: true }),
      true,
    ],
    [
      'another version of a note with other words, unseen',
      { 'ext/trash/notes/o': { ...unseen({ ...note, noteDescription: 'x' }), otherOf: 't' } },
      true,
    ],
    ['a restored note', noteRestore('d'), true],
    ['a tick of what is in the trash', { 'ext/done/d': later }, true],
    ['a place of what is in the trash', { 'ext/order/d': { ...order, place: 'a2' } }, true],
    ['a look of what is in the trash', { 'ext/looks/d/colour': 'sky' }, true],
    ['what is told at a task in the trash', { 'ext/others/tasks/d': { at, isBack: true } }, true],
    ['what is told at a note in the trash', { 'ext/others/notes/d/at': later }, true],
    [
      'a copy whose number is none',
      { 'ext/trash/tasks/n': { deletedAt: at, record: { ...task, taskId: 'x' }, isImported: true } },
      false,
    ],
    ['a place of an unlisted task', { 'ext/order/n': order }, false],
  ])('%s', (_, writes, allowed) => expect(allows(writes)).toBe(allowed));
});

const changedTask = Object.entries({
  taskName: 'x',
  taskDescription: 'x',
  taskList: 'work',
  taskDueDate: '',
  taskId: 1,
});
test.each(changedTask)('The copy of a task with another %s is refused', (field, value) =>
  expect(allows(copyAgain({ [field]: value }))).toBe(false),
);
