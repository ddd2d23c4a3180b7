import { createAction, createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import type { Records } from '../services/database';
import type { NoteFields } from './note';
import type { Look, Paper } from './look';
import { noteRecordsArrived } from './noteKinds';
import { initialState, noteList, type NotesState } from './notesState';

const { reads } = noteList;
/** Applies a whole list by `read`; the first one replaces the placeholders. */
const taking =
  (read: (state: NotesState, action: PayloadAction<Records>) => void) =>
  (state: NotesState, action: PayloadAction<Records>) => {
    read(state, action);
    if (state.isKnown) state.placeholders = [];
  };

/**
 * A new note with its chosen look, if any. The queue generates its key, such that it determines `paper`, on which the
 * note was shown: one of the first five.
 */
export const noteAddRequested = createAction(
  'notes/noteAddRequested',
  (fields: NoteFields, look?: Partial<Look>, paper?: Paper) => ({
    payload: { fields, ...(look && { look }), ...(paper && { paper }), operationId: nanoid() },
  }),
);

export const notesSlice = createSlice({
  name: 'notes',
  initialState,
  reducers: {
    /** Requests the list: when the wall opens, after a sign-in, and by Retry. */
    notesRequested: reads.requested,
    /** The stored notes of the last visit, while the server's answer is pending. */
    notesRestored: taking(reads.restored),
    notesLoaded: taking(reads.loaded),
    notesLoadFailed: reads.loadFailed,
    /** The live listener's first list, and again after each lost connection. */
    noteListArrived: taking(reads.listArrived),
    /** Sidecars arrived from the device or the server, before their notes. */
    notesSidecarsArrived: reads.sidecarsArrived,
  },
  extraReducers: builder => {
    builder.addCase(signedOut, () => initialState).addCase(noteRecordsArrived, reads.recordsArrived);
    noteList.followQueue(builder);
  },
});

export const {
  notesRequested,
  notesRestored,
  notesLoaded,
  notesLoadFailed,
  noteListArrived,
  notesSidecarsArrived,
} = notesSlice.actions;
