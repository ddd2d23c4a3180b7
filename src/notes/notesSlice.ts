import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import type { Records } from '../services/database';
import { besideListsOf, type BesideArrival } from '../sync/besideList';
import type { Failure } from '../sync/recordList';
import type { Note, NoteFields } from './note';
import type { Look } from './look';
import { noteRecordsArrived } from './noteKinds';
import { initialState, noteList, type NotesState } from './notesState';
import { operationConfirmed } from '../sync/operations';

const { reads } = noteList;
const beside = besideListsOf<NotesState, Note, string>(noteList);
/** Takes a list by `read`; the placeholders go with the first one. */
const taking =
  (read: (state: NotesState, records: Records) => void) =>
  (state: NotesState, { payload }: PayloadAction<Records>) => {
    read(state, payload);
    if (state.isKnown) state.placeholders = [];
  };

export const notesSlice = createSlice({
  name: 'notes',
  initialState,
  reducers: {
    /** The list is wanted: whenever the wall opens, when a user signs in, and by Retry. */
    notesRequested: state => reads.requested(state),
    /** The notes of the last visit, while the server is asked. */
    notesRestored: taking(reads.restored),
    notesLoaded: taking(reads.loaded),
    notesLoadFailed: (state, { payload }: PayloadAction<Failure>) => reads.loadFailed(state, payload),
    /** The live listener's first list, and again after each lost connection. */
    noteListArrived: taking(reads.listArrived),
    /** What lies beside notes arrived, from the device or the server. It comes before its notes. */
    notesBesideArrived: (state, { payload }: PayloadAction<BesideArrival>) => beside.take(state, payload),
    /** A new note; its key is drawn on the way into the queue. */
    noteAddRequested: {
      /** `look` is what was chosen for it, if anything was. */
      prepare: (fields: NoteFields, look?: Partial<Look>) => ({
        payload: { fields, ...(look && { look }), operationId: nanoid() },
      }),
      reducer(
        _state,
        _action: PayloadAction<{ fields: NoteFields; look?: Partial<Look>; operationId: string }>,
      ) {},
    },
  },
  extraReducers: builder => {
    builder
      .addCase(signedOut, () => initialState)
      .addCase(noteRecordsArrived, (state, { payload }) => reads.recordsArrived(state, payload));
    builder.addMatcher(operationConfirmed.match, (state, { payload }) =>
      beside.takeConfirmed(state, payload.confirmation),
    );
    noteList.followQueue(builder);
  },
});

export const {
  notesRequested,
  notesRestored,
  notesLoaded,
  notesLoadFailed,
  noteListArrived,
  notesBesideArrived,
  noteAddRequested,
} = notesSlice.actions;
