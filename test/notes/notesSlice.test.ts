import '../support/app/noComplaints';
import { signedOut } from '../../src/auth/authSlice';
import { createStore } from '../../src/app/store';
import {
  selectNote,
  selectNotes,
  selectNotesFailure,
  selectNotesPhase,
  selectNoteSync,
} from '../../src/notes/notesSelectors';
import { noLook } from '../../src/notes/look';
import { noteRecordsArrived } from '../../src/notes/noteKinds';
import {
  noteListArrived,
  notesLoaded,
  notesLoadFailed,
  notesRequested,
  notesRestored,
} from '../../src/notes/notesSlice';
import { operationBlocked, operationDiscarded, operationKept } from '../../src/sync/operations';
import { operationsRead } from '../../src/sync/queue/queueSlice';
import type { Json } from '../../src/services/database';
import {
  blocked,
  noteAdd,
  noteConfirmed,
  noteDelete,
  noteEdit,
  noteFields,
  shownNote,
} from '../support/app/operations';

const record = (noteTitle: string): Json => noteFields(noteTitle);

function open() {
  const { store } = createStore();
  return {
    dispatch: store.dispatch,
    state: store.getState,
    titles: () => selectNotes(store.getState()).map(note => note.noteTitle),
    note: (key: string) => selectNote(store.getState(), key),
    sync: (key: string) => selectNoteSync(store.getState(), key),
  };
}

let opened: ReturnType<typeof open>;
beforeEach(() => (opened = open()));
afterEach(() => {
  const state = opened.state();
  expect(JSON.parse(JSON.stringify(state))).toStrictEqual(state);
});

test('The wall begins with five blank placeholders', () => {
  const blank = { noteTitle: '', noteDescription: '', notesFireId: '', ...noLook };
  expect(selectNotes(opened.state())).toEqual([blank, blank, blank, blank, blank]);
});

test.each([
  ['an empty one', {}, []],
  ['one with notes', { a: record('Milk') }, ['Milk']],
])('The first answer replaces the placeholders, also %s', (_what, records, titles) => {
  opened.dispatch(notesRequested());
  opened.dispatch(notesLoaded(records));
  expect(opened.titles()).toEqual(titles);
  expect(selectNotesPhase(opened.state())).toBe('loaded');
});

test('A failed first read leaves the placeholders and says why', () => {
  opened.dispatch(notesRequested());
  opened.dispatch(notesLoadFailed({ code: 'network', message: 'No network' }));
  expect(opened.titles()).toHaveLength(5);
  expect(selectNotesFailure(opened.state())?.message).toBe('No network');
  opened.dispatch(noteListArrived({}));
  expect(opened.titles()).toEqual([]);
  expect([selectNotesPhase(opened.state()), selectNotesFailure(opened.state())]).toEqual(['loaded', null]);
});

test('Notes stand newest first, by their key, however they arrive', () => {
  const { dispatch, titles } = opened;
  dispatch(notesLoaded({ b: record('B'), d: record('D') }));
  dispatch(noteRecordsArrived({ c: record('C'), a: record('A'), e: record('E') }));
  expect(titles()).toEqual(['E', 'D', 'C', 'B', 'A']);
  dispatch(noteRecordsArrived({ c: null, d: record('D again') }));
  expect(titles()).toEqual(['E', 'D again', 'B', 'A']);
});

test('Records that are no notes are skipped, and wrong fields are blank', () => {
  opened.dispatch(notesLoaded({ a: 'text', b: ['x'], c: { noteTitle: 7 }, d: null }));
  expect(selectNotes(opened.state())).toEqual([shownNote('c', noteFields('', ''))]);
});

test('Cached notes are shown until the first answer, and never after it', () => {
  const { dispatch, titles } = opened;
  dispatch(notesRestored({ a: record('Cached') }));
  expect(titles()).toEqual(['Cached']);
  dispatch(notesLoaded({ a: record('Fresh') }));
  dispatch(notesRestored({ a: record('Cached') }));
  expect(titles()).toEqual(['Fresh']);
});

test('A note added before the first answer stands beside the placeholders', () => {
  const { dispatch, titles } = opened;
  const add = noteAdd('o', 'n', noteFields('Mine'));
  dispatch(operationKept(add));
  expect(titles()).toEqual(['Mine', '', '', '', '', '']);
  dispatch(notesRequested());
  dispatch(notesLoaded({ a: record('Theirs') }));
  expect(titles()).toEqual(['Mine', 'Theirs']);
});

test('Each key goes to the note that it was made for, in whatever order', () => {
  const { dispatch, note, titles } = opened;
  dispatch(notesLoaded({}));
  const adds = ['k1', 'k2', 'k3'].map(key => noteAdd(`o${key}`, key, noteFields(`Note ${key}`)));
  adds.forEach(add => dispatch(operationKept(add)));
  for (const add of [adds[2]!, adds[0]!, adds[1]!]) {
    dispatch(noteConfirmed(add, add.payload.fields));
  }
  expect(titles()).toEqual(['Note k3', 'Note k2', 'Note k1']);
  expect(['k1', 'k2', 'k3'].map(key => note(key)?.noteTitle)).toEqual(['Note k1', 'Note k2', 'Note k3']);
  expect(opened.state().notes.pendingCount).toBe(0);
});

test('A note written while the wall is read is not undone by the older answer', () => {
  const { dispatch, titles } = opened;
  dispatch(notesLoaded({ a: record('A'), b: record('B') }));
  dispatch(notesRequested());
  const edit = noteEdit('e', 'a', noteFields('A edited'), noteFields('A'));
  dispatch(operationKept(edit));
  dispatch(noteConfirmed(edit, noteFields('A edited')));
  dispatch(noteRecordsArrived({ b: null, c: record('C') }));
  dispatch(notesLoaded({ a: record('A'), b: record('B') }));
  expect(titles()).toEqual(['C', 'A edited']);
  dispatch(notesRequested());
  dispatch(notesLoaded({ a: record('A changed elsewhere') }));
  expect(titles()).toEqual(['A changed elsewhere']);
});

test('An edit lies on top of what arrives, a refused deletion shows the note again', () => {
  const { dispatch, titles, sync } = opened;
  dispatch(notesLoaded({ a: record('A') }));
  const edit = noteEdit('e', 'a', noteFields('Mine', 'Two bottles'), noteFields('A'));
  dispatch(operationKept(edit));
  dispatch(noteRecordsArrived({ a: noteFields('A', 'Three bottles') }));
  expect(opened.note('a')).toEqual(shownNote('a', noteFields('Mine', 'Three bottles')));
  dispatch(operationDiscarded(edit));
  const remove = noteDelete('d', 'a');
  dispatch(operationKept(remove));
  expect(titles()).toEqual([]);
  dispatch(operationBlocked(blocked(remove, 'Permission denied')));
  expect(titles()).toEqual(['A']);
  expect(sync('a')).toEqual({ type: 'blocked', reason: 'Permission denied' });
});

test('A note deleted elsewhere keeps the words that wait here', () => {
  const { dispatch, titles } = opened;
  dispatch(notesLoaded({ a: record('A') }));
  dispatch(operationKept(noteEdit('e', 'a', noteFields('Mine'), noteFields('A'))));
  dispatch(notesRequested());
  dispatch(notesLoaded({}));
  expect(titles()).toEqual(['Mine']);
});

test('A note keeps its identity when the same list arrives again', () => {
  opened.dispatch(notesLoaded({ a: record('A'), b: record('B') }));
  const before = opened.note('a');
  opened.dispatch(noteListArrived({ a: record('A'), b: record('Changed') }));
  expect(opened.note('a')).toBe(before);
});

test('Many unsent notes are read at once, and everything is forgotten at sign-out', () => {
  const { dispatch, titles, state } = opened;
  dispatch(notesLoaded({ zz: record('Last') }));
  const adds = Array.from({ length: 300 }, (_, at) => noteAdd(`o${at}`, `k${String(at).padStart(3, '0')}`));
  dispatch(operationsRead(adds));
  expect(titles()).toHaveLength(301);
  expect(titles()[0]).toBe('Last');
  expect(state().notes.pendingCount).toBe(300);
  dispatch(signedOut());
  expect(state().notes).toEqual(createStore().store.getState().notes);
});
