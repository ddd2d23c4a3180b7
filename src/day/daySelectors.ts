import { createSelector } from '@reduxjs/toolkit';
import { idsOn } from '../lib/calendar';
import { dayPlus, type Day } from '../lib/days';
import type { Note } from '../notes/note';
import { selectNotes, type NotesRoot } from '../notes/notesSelectors';
import type { TasksRoot } from '../tasks/tasksSelectors';

/** The taskIds of tomorrow, in their order. */
export const selectTomorrowIds = createSelector(
  [({ tasks }: TasksRoot) => tasks.days.open, ({ ui }: TasksRoot): Day => ui.today],
  (open, today) => idsOn(open, dayPlus(today, 1)),
);

/** So many notes lie on the morning page. */
const NOTES = 3;

/** The newest notes, without the placeholders of a wall that is still loading. */
export const selectNewestNotes = createSelector([(state: NotesRoot) => selectNotes(state)], (notes): Note[] =>
  notes.slice(0, NOTES).filter(({ notesFireId }) => notesFireId !== ''),
);
