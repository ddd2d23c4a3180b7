import { createAction, nanoid } from '@reduxjs/toolkit';
import type { NoteFields } from '../../note';
import { withoutMarks } from '../../../lib/text/subtasks';
import { trimmed } from '../../../lib/text/visible';

/** The task made from a note: its title as name, or without one its first line, and its text as description. */
function taskWordsOf({ noteTitle, noteDescription }: NoteFields) {
  const [first = ''] = trimmed(withoutMarks(noteDescription)).split(/[\r\n]/);
  return { taskName: trimmed(noteTitle) || first.slice(0, 200), taskDescription: noteDescription };
}

/** Requests a task for today with the content of a note; the note stays. */
export const noteTaskRequested = createAction('notes/taskRequested', (note: NoteFields) => ({
  payload: { words: taskWordsOf(note), operationId: nanoid() },
}));
