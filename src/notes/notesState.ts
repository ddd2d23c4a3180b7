import { plain } from '../lib/text/plain';
import { firstWhere } from '../lib/binarySearch';
import { recordListBy } from '../sync/records/list/recordList';
import type { RecordListState } from '../sync/records/list/recordState';
import { byPlace } from './look';
import { isRecordOf, noteOf, placeholders, type Note } from './note';
import { noteKinds } from './noteKinds';
import { noteSidecars } from './noteSidecars';

export type NotesState = RecordListState<Note, string> & {
  /** The keys of all notes in the order of the wall. */
  order: readonly string[];
  /** Five blank notes, until the list has been loaded. */
  placeholders: Note[];
};

/** The notes of the signed-in user: a record list, and their order. */
export const noteList = recordListBy<NotesState, Note, string>({
  list: 'notes',
  sidecars: noteSidecars,
  kinds: noteKinds,
  idOf: ({ notesFireId }) => notesFireId,
  idOfPayload: ({ fireId }: { fireId: string }) => fireId,
  keyOf: ({ notesFireId }) => notesFireId,
  parse: (record, fireId) => noteOf(fireId, record),
  isRecordOf,
  reindex(state, before, after) {
    const note = after ?? before;
    if (!note || (before && after && byPlace(before, after) === 0)) return;
    const { notesFireId } = note;
    const order = plain(state.order);
    const others = before ? order.toSpliced(order.indexOf(notesFireId), 1) : order;
    const at = after
      ? firstWhere(others.length, place => byPlace(noteList.item(state, others[place]!)!, after) > 0)
      : 0;
    state.order = Object.freeze(after ? others.toSpliced(at, 0, notesFireId) : others);
  },
  rebuild(state, notes) {
    state.order = Object.freeze([...notes].sort(byPlace).map(({ notesFireId }) => notesFireId));
  },
});

export const initialState: NotesState = {
  ...noteList.initialState,
  order: [],
  placeholders: placeholders(),
};
