import { createSelector } from '@reduxjs/toolkit';
import { syncOf, type SyncState } from '../sync/syncState';
import type { Note } from './note';
import type { NotesState } from './notesSlice';

export type NotesRoot = { notes: NotesState };

/** The notes of the wall, newest first; the five placeholders until the first answer. */
export const selectNotes = createSelector([(state: NotesRoot) => state.notes.list], list =>
  [...list].reverse(),
);
export const selectNote = (state: NotesRoot, fireId: string): Note | undefined =>
  state.notes.list.find(note => note.notesFireId === fireId);
export const selectNotesPhase = (state: NotesRoot) => state.notes.phase;
export const selectNotesFailure = (state: NotesRoot) => state.notes.failure;
export const selectAreNotesKnown = (state: NotesRoot) => state.notes.isKnown;
export const selectNoteSync = (state: NotesRoot, fireId: string): SyncState =>
  syncOf(state.notes.changes[fireId]?.operations);
export const selectUnsentNotes = createSelector([(state: NotesRoot) => state.notes.changes], changes =>
  Object.values(changes).reduce((sum, { operations }) => sum + operations.length, 0),
);
