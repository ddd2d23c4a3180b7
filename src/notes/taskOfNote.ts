import { createAction, nanoid } from '@reduxjs/toolkit';
import type { NoteFields } from './note';

/** The task that a note's title and text make: its name and its description. */
export type TaskWords = { taskName: string; taskDescription: string };

/** A note without a title gives its first line as the name. */
export function taskWordsOf({ noteTitle, noteDescription }: NoteFields): TaskWords {
  const [first = ''] = noteDescription.trim().split('\n');
  return { taskName: noteTitle.trim() || first.slice(0, 200), taskDescription: noteDescription };
}

/** A task for today is wanted with the words of a note, which stays. */
export const noteTaskRequested = createAction('notes/taskRequested', (note: NoteFields) => ({
  payload: { words: taskWordsOf(note), operationId: nanoid() },
}));
