import { plain } from '../lib/plain';
import { firstWhere } from '../lib/binarySearch';
import { recordListBy, type RecordListState } from '../sync/recordList';
import { byKey, noteOf, placeholders, sameFields, type Note } from './note';
import { noteKinds } from './noteKinds';

export type NotesState = RecordListState<Note, string> & {
  /** The keys of all notes, oldest first. */
  order: readonly string[];
  /** Five blank notes, until the list is known (SPEC: the note list starts with them). */
  placeholders: Note[];
};

const placeOf = (order: readonly string[], fireId: string) =>
  firstWhere(order.length, at => order[at]! >= fireId);

/** The notes of the signed-in user, as a record list with their order. */
export const noteList = recordListBy<NotesState, Note, string>({
  name: 'note',
  kinds: noteKinds,
  areIdsKeys: true,
  idOf: ({ notesFireId }) => notesFireId,
  idOfPayload: ({ fireId }: { fireId: string }) => fireId,
  keyOf: ({ notesFireId }) => notesFireId,
  keyOfPayload: ({ fireId }: { fireId: string }) => fireId,
  parse: (_state, record, fireId) => noteOf(fireId, record),
  isRecordOf(note, record) {
    const known = noteOf(note.notesFireId, record);
    return known !== null && sameFields(known, note);
  },
  idOfRecord: (_state, fireId) => fireId,
  standInId: fireId => fireId,
  reindex(state, before, after) {
    if (Boolean(before) === Boolean(after)) return;
    const order = plain(state.order);
    const { notesFireId } = (before ?? after)!;
    const at = placeOf(order, notesFireId);
    state.order = Object.freeze(before ? order.toSpliced(at, 1) : order.toSpliced(at, 0, notesFireId));
  },
  rebuild(state, notes) {
    state.order = Object.freeze([...notes].sort(byKey).map(({ notesFireId }) => notesFireId));
  },
});

export const initialState: NotesState = {
  ...noteList.initialState,
  order: [],
  placeholders: placeholders(),
};
