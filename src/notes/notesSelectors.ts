import { createSelector } from '@reduxjs/toolkit';
import { syncStateOf, type SyncState } from '../sync/queue/syncState';
import type { Note } from './note';
import { noteList, type NotesState } from './notesState';

export type NotesRoot = { notes: NotesState };

/** The notes in the order of the wall; five placeholders until the first answer. */
export const selectNotes = createSelector(
  [
    (state: NotesRoot) => state.notes.items,
    (state: NotesRoot) => state.notes.order,
    (state: NotesRoot) => state.notes.placeholders,
    (state: NotesRoot) => state.notes,
  ],
  (_items, order, placeholders, notes): Note[] => [
    ...order.map(fireId => noteList.item(notes, fireId)!),
    ...placeholders,
  ],
);
/** Whether there is a note, of those that this device knows. */
export const selectHasNotes = ({ notes }: NotesRoot) => notes.order.length > 0;
export const selectNote = (state: NotesRoot, fireId: string): Note | undefined =>
  noteList.item(state.notes, fireId);
export const selectNotesPhase = (state: NotesRoot) => state.notes.phase;
export const selectNotesFailure = (state: NotesRoot) => state.notes.failure;
export const selectAreNotesKnown = (state: NotesRoot) => state.notes.isKnown;
export const selectNoteSync = (state: NotesRoot, fireId: string): SyncState =>
  syncStateOf(noteList.pendingOf(state.notes, fireId)?.operations);
/** The notice at a note that another device also changed or deleted. */
export const selectNoteOthers = (state: NotesRoot, fireId: string) => noteList.othersOf(state.notes, fireId);
