import { createAction, createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import type { Records } from '../services/database';
import type { NoteFields } from './note';
import type { Look, Paper } from './look';
import { noteRecordsArrived } from './noteKinds';
import { initialState, noteList, type NotesState } from './notesState';

const { reads } = noteList;
/** Takes a list by `read`; the placeholders go with the first one. */
const taking =
  (read: (state: NotesState, action: PayloadAction<Records>) => void) =>
  (state: NotesState, action: PayloadAction<Records>) => {
    read(state, action);
    if (state.isKnown) state.placeholders = [];
  };

/**
 * A new note, with the look that was chosen for it, if any was. Its key is drawn on the way into the queue, so that it
 * draws the `paper`: one of the first five, on which the note was shown.
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
    /** The list is wanted: whenever the wall opens, when a user signs in, and by Retry. */
    notesRequested: reads.requested,
    /** The notes of the last visit, while the server is asked. */
    notesRestored: taking(reads.restored),
    notesLoaded: taking(reads.loaded),
    notesLoadFailed: reads.loadFailed,
    /** The live listener's first list, and again after each lost connection. */
    noteListArrived: taking(reads.listArrived),
    /** Sidecars arrived, from the device or the server. They come before their notes. */
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
