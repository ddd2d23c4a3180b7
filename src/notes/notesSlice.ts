import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import type { Records } from '../services/database';
import type { Failure } from '../sync/recordList';
import type { NoteFields } from './note';
import { noteRecordsArrived } from './noteKinds';
import { initialState, noteList, type NotesState } from './notesState';

const { reads } = noteList;
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
    /** A new note; its key is drawn on the way into the queue. */
    noteAddRequested: {
      prepare: (fields: NoteFields) => ({ payload: { fields, operationId: nanoid() } }),
      reducer(_state, _action: PayloadAction<{ fields: NoteFields; operationId: string }>) {},
    },
    /** A note that was deleted elsewhere is added anew with this device's words. */
    noteKeepRequested(_state, _action: PayloadAction<string>) {},
    /** Of two versions of an edit this device's is sent (`mine`) or given up (`theirs`). */
    noteVersionChosen(_state, _action: PayloadAction<{ fireId: string; version: 'mine' | 'theirs' }>) {},
  },
  extraReducers: builder => {
    builder
      .addCase(signedOut, () => initialState)
      .addCase(noteRecordsArrived, (state, { payload }) => reads.recordsArrived(state, payload));
    noteList.followQueue(builder);
  },
});

export const {
  notesRequested,
  notesRestored,
  notesLoaded,
  notesLoadFailed,
  noteListArrived,
  noteAddRequested,
  noteKeepRequested,
  noteVersionChosen,
} = notesSlice.actions;
