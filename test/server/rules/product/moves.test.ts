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
 * t: listed and ticked. placed: listed, with a place. u: listed, not ticked. d: in the trash. old: in the trash, the
 * tick left in place. g: deleted for ever. b: in both places. The same for notes.
 */
const ann: Json = {
  tasks: { t: task, b: task, u: task, told: task, placed: task },
  notes: { t: note, b: note, plain: note, told: note },
  ext: {
    done: { t: at, old: at },
    order: { placed: order },
    looks: { t: look, old: look },
    others: { tasks: { told: { at, isBack: true } }, notes: { told: { at, isBack: true } } },
    applied: { op: at },
    trash: {
      tasks: {
        d: { deletedAt: at, record: task, beside: { done: at } },
        old: { deletedAt: at, record: task },
        b: { deletedAt: at, record: task },
        hung: { deletedAt: at, record: task, beside: { order } },
        noticed: { deletedAt: at, record: task, beside: { others: { at } } },
      },
      notes: {
        d: { deletedAt: at, record: note, beside: { looks: look } },
        old: { deletedAt: at, record: note },
        b: { deletedAt: at, record: note },
        noticed: { deletedAt: at, record: note, beside: { others: { at } } },
      },
    },
    taken: { tasks: { g: { deletedAt: at } }, notes: { g: { deletedAt: at } } },
    leases: {
      held: { by: 'x', at: NOW - 60_000 },
      over: { by: 'x', at: NOW - 60_001 },
      ended: { by: 'x', at: 0 },
      ahead: { by: 'x', at: NOW + 60_001 },
      earlier: { by: 'x', until: NOW - 1 },
    },
  },
};
const allows = (writes: Records) =>
  mayWrite(Object.fromEntries(Object.entries(writes).map(([path, value]) => [`ann/${path}`, value])), {
    auth: user('ann'),
    data: { ann },
  });
const deletion = (change: Records = {}, beside: Json = { done: at }): Records => ({
  'tasks/t': null,
  'ext/trash/tasks/t': { deletedAt: later, record: { ...task, ...change }, beside },
  'ext/done/t': null,
  'ext/taken/tasks/t': null,
  'ext/applied/new': later,
});
/** The deletion of a record with a notice for the user. */
const toldDeletion = (list: 'tasks' | 'notes', others: Json, left: Json = null): Records => ({
  [`${list}/told`]: null,
  [`ext/trash/${list}/told`]: {
    deletedAt: later,
    record: list === 'tasks' ? task : note,
    beside: { others },
  },
  [`ext/others/${list}/told`]: left,
});
/** The deletion of the task that has a place, with this order in its copy. */
const placedDeletion = (order: Json): Records => ({
  'tasks/placed': null,
  'ext/trash/tasks/placed': { deletedAt: later, record: task, ...(order && { beside: { order } }) },
  'ext/order/placed': null,
});
const noteDeletion = (change: Records = {}, looks: Json = look): Records => ({
  'notes/t': null,
  'ext/trash/notes/t': { deletedAt: later, record: { ...note, ...change }, beside: { looks } },
  'ext/looks/t': null,
});
/** The same update without the writes that remove the notice. */
const withoutLeft = ({
  'ext/others/tasks/told': _left,
  'ext/others/notes/told': _leftToo,
  ...writes
}: Records): Records => writes;
const unseen = (record: Json): Records => ({
  deletedAt: at,
  record: { ...(record as Records), ...(record === note && { noteTitle: 'x' }) },
  isUnseen: true,
});
const restore = (key: string, change: Records = {}, taken: Records = {}): Records => ({
  [`tasks/${key}`]: { ...task, ...change },
  [`ext/trash/tasks/${key}`]: null,
  [`ext/taken/tasks/${key}`]: { deletedAt: at, ...taken },
  ...(key === 'd' && { 'ext/done/d': at }),
});
/** A restore of the record that has a notice in its copy, with what is told at it then. */
const noticed = (list: 'tasks' | 'notes', others: Json, isEdited = false): Records => ({
  ...(list === 'tasks' ? restore : noteRestore)('noticed', {}, isEdited ? { isEdited } : {}),
  [`ext/others/${list}/noticed`]: others,
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
  ...(key === 'd' && { 'ext/looks/d': look }),
});
const returned = { ...restore('d', { taskName: 'x' }, { isEdited: true }), 'ext/done/d': null };
const endingOf = (list: string, deletedAt: string): Records => ({
  [`ext/trash/${list}/d`]: null,
  [`ext/taken/${list}/d`]: { deletedAt },
});
const copyAgain = (change: Records, deletedAt = at): Records => ({
  'ext/trash/tasks/d': { deletedAt, record: { ...task, ...change }, beside: { done: at } },
});
const noteCopyAgain = (change: Records, deletedAt = at): Records => ({
  'ext/trash/notes/d': { deletedAt, record: { ...note, ...change }, beside: { looks: look } },
});
const { 'ext/looks/t': _left, ...lookLeft } = noteDeletion();
const { 'ext/order/placed': _leftToo, ...placeLeft } = placedDeletion(order);
const otherNote = (record: Json): Records => ({
  'notes/t': { ...note, noteTitle: 'Mine' },
  'ext/trash/notes/other-1': { deletedAt: later, record, otherOf: 't' },
});
const otherOf = (key: string): Records => ({
  'ext/trash/tasks/other-1': { deletedAt: later, record: { ...task, taskName: 'x' }, otherOf: key },
});
const lease = (key: string, by: string, at = NOW) => ({ [`ext/leases/${key}`]: { by, at } });

describe('what enters and leaves the trash', () => {
  test.each<[string, Records, boolean]>([
    ['a deletion with the copy of what stands there', deletion(), true],
    ['a stale name', deletion({ taskName: 'x' }), false],
    ['a stale description', deletion({ taskDescription: 'x' }), false],
    ['a stale list', deletion({ taskList: 'work' }), false],
    ['a stale day', deletion({ taskDueDate: 'x' }), false],
    ['a stale number', deletion({ taskId: 1 }), false],
    ['a stale tick', deletion({}, { done: later }), false],
    ['a tick left out', deletion({}, null), false],
    ['a tick left behind', { ...deletion(), 'ext/done/t': at }, false],
    ['a task with its place', placedDeletion(order), true],
    ['a place of another day', placedDeletion({ ...order, day: 'undated' }), false],
    ['a stale place of a task', placedDeletion({ ...order, place: 'a0' }), false],
    ['a place left out', placedDeletion(null), false],
    ['a place left behind', placeLeft, false],
    ['a place onto a copy', { 'ext/trash/tasks/old/beside/order': order, 'ext/done/old': null }, true],
    ['a note with its look', noteDeletion(), true],
    ['a stale title', noteDeletion({ noteTitle: 'x' }), false],
    ['a stale text', noteDeletion({ noteDescription: 'x' }), false],
    ['a stale colour', noteDeletion({}, { ...look, colour: 'sky' }), false],
    ['a stale pin', noteDeletion({}, { ...look, pinned: null }), false],
    ['a stale place', noteDeletion({}, { ...look, place: 'a' }), false],
    ['a task with what is told at it', toldDeletion('tasks', { at, isBack: true }), true],
    ['a task without what is told at it', toldDeletion('tasks', null), false],
    ['a task with what was told before', toldDeletion('tasks', { at: later }), false],
    ['a note with what is told at it', toldDeletion('notes', { at, isBack: true }), true],
    ['a note without what is told at it', toldDeletion('notes', null), false],
    ['a notice left behind', withoutLeft(toldDeletion('tasks', { at, isBack: true })), false],
    ['a repeated operation', { ...deletion(), 'ext/applied/op': later }, false],
    ['a copy beside its record', { 'ext/trash/tasks/u': { deletedAt: at, record: task } }, false],
    ['a copy beside its note', { 'ext/trash/notes/plain': { deletedAt: at, record: note } }, false],
    ['a copy of nothing', { 'ext/trash/tasks/n': { deletedAt: at, record: task } }, false],
    ['a notice at a note left behind', withoutLeft(toldDeletion('notes', { at, isBack: true })), false],
    [
      'an imported copy of a note',
      { 'ext/trash/notes/n': { deletedAt: at, record: note, isImported: true } },
      true,
    ],
    ['an unseen copy that names no record', { 'ext/trash/tasks/n': unseen(task) }, false],
    ['an unseen copy of a note that names no record', { 'ext/trash/notes/n': unseen(note) }, false],
    ['another version of a note, unseen', { 'ext/trash/notes/o': { ...unseen(note), otherOf: 't' } }, true],
    [
      'another version of what is no listed note',
      { 'ext/trash/notes/o': { deletedAt: at, record: note, otherOf: 'd' } },
      true,
    ],
    ['the copy of a note once more', noteCopyAgain({}), true],
    ['a second copy of a note', noteCopyAgain({}, later), false],
    ['an imported copy', { 'ext/trash/tasks/n': { deletedAt: at, record: task, isImported: true } }, true],
    ['a PUT of a deleted task', { 'tasks/d': task }, false],
    ['a PATCH of a deleted note', { 'notes/d/noteTitle': 'a', 'notes/d/noteDescription': 'b' }, false],
    ['a PUT of a task that is in both places', { 'tasks/b': task }, false],
    ['a PATCH of a note that is in both places', { 'notes/b/noteTitle': 'x' }, false],
    ['a restore over the record of a key in both places', restore('b'), false],
    ['a restore over the note of a key in both places', noteRestore('b'), false],
    ['a restored note with its look', noteRestore('d'), true],
    ['a restored note without its look', { ...noteRestore('d'), 'ext/looks/d': null }, false],
    [
      'a restored note of another colour',
      { ...noteRestore('d'), 'ext/looks/d': { ...look, colour: 'sky' } },
      false,
    ],
    [
      'a restored note without its pin',
      { ...noteRestore('d'), 'ext/looks/d': { ...look, pinned: null } },
      false,
    ],
    [
      'a restored note in another place',
      { ...noteRestore('d'), 'ext/looks/d': { ...look, place: 'a' } },
      false,
    ],
    ['a restored note whose look was left in place', noteRestore('old'), true],
    ['a restored note with what is told at it', noticed('notes', { at }), true],
    ['a restored note without what is told at it', noticed('notes', null), false],
    ['a note that returns with an edit, and a notice', noticed('notes', { at: later }, true), true],
    ['a restored note with another title', noteRestore('d', { noteTitle: 'x' }), false],
    ['a restored note with another text', noteRestore('d', { noteDescription: 'x' }), false],
    ['a note that returns with an edit', noteRestore('d', { noteTitle: 'x' }, { isEdited: true }), true],
    ['a note from a replaced copy', noteRestore('d', {}, { deletedAt: later }), false],
    ['a restore', restore('d'), true],
    ['a restore without its tick', { ...restore('d'), 'ext/done/d': null }, false],
    ['a restore with another tick', { ...restore('d'), 'ext/done/d': later }, false],
    ['a return with an edit, without its tick', returned, false],
    ['a restore whose tick was left in place', restore('old'), true],
    ['a restore with its place', { ...restore('hung'), 'ext/order/hung': order }, true],
    [
      'a restore of another day',
      { ...restore('hung'), 'ext/order/hung': { ...order, day: 'undated' } },
      false,
    ],
    [
      'a restore in another place',
      { ...restore('hung'), 'ext/order/hung': { ...order, place: 'a0' } },
      false,
    ],
    ['a restore with what is told at it', noticed('tasks', { at }), true],
    ['a restore without what is told at it', noticed('tasks', null), false],
    ['a return with an edit, and a notice', noticed('tasks', { at: later }, true), true],
    ['a restore with another name', restore('d', { taskName: 'x' }), false],
    ['a restore with another description', restore('d', { taskDescription: 'x' }), false],
    ['a restore into another list', restore('d', { taskList: 'work' }), false],
    ['a restore on another day', restore('d', { taskDueDate: '' }), false],
    ['a restore under another number', restore('d', { taskId: 1 }), false],
    ['a return with an edit', restore('d', { taskName: 'x' }, { isEdited: true }), true],
    ['a restore from a replaced copy', restore('d', {}, { deletedAt: later }), false],
    ['a restore from a copy that is gone', restore('g'), false],
    ['a restore that does not say which copy', { ...restore('d'), 'ext/taken/tasks/d': null }, false],
    ['a deletion for ever', { 'ext/trash/tasks/d': null, 'ext/taken/tasks/d': { deletedAt: at } }, true],
    ['a deletion for ever of a copy made since', endingOf('tasks', later), false],
    ['a note deleted for ever', endingOf('notes', at), true],
    ['a note deleted for ever whose copy was made since', endingOf('notes', later), false],
    ['a copy of a note taken that stays', { 'ext/taken/notes/d': { deletedAt: at } }, false],
    ['a look left behind', lookLeft, false],
    ['a note from a copy that is not named', { ...noteRestore('d'), 'ext/taken/notes/d': null }, false],
    ['the copy of a note with another text', noteCopyAgain({ noteDescription: 'x' }), false],
    ['the copy of a note with another title', noteCopyAgain({ noteTitle: 'x' }), false],
    ['a copy without its instant', { 'ext/trash/tasks/n': { record: task, isImported: true } }, false],
    ['a copy without its record', { 'ext/trash/notes/n': { deletedAt: at, isImported: true } }, false],
    ['a mark that is no instant', { 'ext/applied/n': 'x' }, false],
    ['a mark that is a number', { 'ext/applied/n': 1 }, false],
    ['a tick that is no instant', { 'ext/done/t': 'x' }, false],
    ['another version of a note with another text', otherNote({ ...note, noteDescription: 'x' }), false],
    ['another version that names no key', other(task, { otherOf: 1 }), false],
    ['a set of a deleted note', { 'notes/d': note }, false],
    ['the copy of a task once more', copyAgain({}), true],
    ['a second copy of a task', copyAgain({}, later), false],
    ['another version of a note that stands there', otherNote(note), true],
    ['another version of a note that does not', otherNote({ ...note, noteTitle: 'x' }), false],
    ['another version of what is not listed', otherOf('d'), true],
    [
      'a copy of nothing that names no record',
      { 'ext/trash/notes/n': { deletedAt: at, record: note } },
      false,
    ],
    ['what is told at an unlisted task', { 'ext/others/tasks/n': { at, isBack: true } }, false],
    ['what is told at an unlisted note', { 'ext/others/notes/n': { at, isBack: true } }, false],
    ['a copy taken that stays', { 'ext/taken/tasks/d': { deletedAt: at } }, false],
    ['a PUT of what was deleted for ever', { 'tasks/g': task }, false],
    [
      'a PATCH of what was deleted for ever',
      { 'notes/g/noteTitle': '', 'notes/g/noteDescription': '' },
      false,
    ],
    ['an import of what was deleted for ever', { 'tasks/g': task, 'ext/taken/tasks/g': null }, true],
    [
      'a key in both places healed',
      { 'ext/trash/tasks/b': null, 'ext/taken/tasks/b': { deletedAt: at } },
      true,
    ],
    ['many records at once', { ...deletion(), ...noteDeletion(), ...restore('d') }, true],
    ['many records, one stale', { ...deletion(), ...noteDeletion({ noteTitle: 'x' }) }, false],
    ['another version that stands there', other(task), true],
    ['another version overwritten unseen', other({ ...task, taskName: 'x' }, { isUnseen: true }), true],
    ['a tick of an unlisted task', { 'ext/done/n': at }, false],
    ['a look of an unlisted note', { 'ext/looks/n': look }, false],
    ['a tick onto a copy', { 'ext/trash/tasks/old/beside/done': later, 'ext/done/old': null }, true],
    ['a tick onto a copy, the old one left', { 'ext/trash/tasks/old/beside/done': later }, false],
    ['a free lease', lease('t', 'y'), true],
    ['a lease from before now', lease('t', 'y', NOW - 1), false],
    ['a lease from after now', lease('t', 'y', NOW + 1), false],
    ['a lease of another', lease('held', 'y'), false],
    ['a lease of one’s own again', lease('held', 'x'), true],
    ['a lease given back', lease('held', 'x', 0), true],
    ['a lease given back by another', lease('held', 'y', 0), false],
    ['a lease that was given back', lease('ended', 'y'), true],
    ['a lease that has run out', lease('over', 'y'), true],
    ['a lease of before the server’s clock was set back', lease('ahead', 'y'), true],
    ['a lease that an earlier version left', lease('earlier', 'y'), true],
    ['a lease as an earlier version takes it', { 'ext/leases/t': { by: 'y', until: NOW + 50_000 } }, false],
    ['a task with a sixth field', { 'tasks/n': { ...task, guide: 'over' } }, false],
    ['an unnamed area', { 'ext/seen': 1 }, false],
    ['all of a user removed', { '': null }, true],
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
test.each(changedTask)('Another version with another %s than stands there is refused', (field, value) =>
  expect(allows(other({ ...task, [field]: value }))).toBe(false),
);
