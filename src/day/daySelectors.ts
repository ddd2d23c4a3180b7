import { createSelector } from '@reduxjs/toolkit';
import { idsOn } from '../lib/days/calendar';
import { dayPlus, type Day } from '../lib/days/days';
import { byPlace, noLook } from '../notes/look';
import type { Note } from '../notes/note';
import { selectNotes, type NotesRoot } from '../notes/notesSelectors';
import type { TasksRoot } from '../tasks/tasksSelectors';

/** The taskIds of tomorrow, in order. */
export const selectTomorrowIds = createSelector(
  [({ tasks }: TasksRoot) => tasks.days.open, ({ ui }: TasksRoot): Day => ui.today],
  (open, today) => idsOn(open, dayPlus(today, 1)),
);

/** The maximum number of notes on My day: the pinned ones, or else the newest. */
const PINNED = 6;
const NEWEST = 3;

/** The place of a note by its age alone, ignoring moves and pins. */
const unmoved = ({ notesFireId }: Note) => ({ notesFireId, ...noLook });

/** The pinned notes in the order of the wall, or the newest if none is pinned. Empty while the wall is loading. */
export const selectNotesOfDay = createSelector(
  [(state: NotesRoot) => selectNotes(state)],
  (notes): Note[] => {
    const pinned = notes.filter(({ isPinned }) => isPinned);
    if (pinned.length > 0) return pinned.slice(0, PINNED);
    const stored = notes.filter(({ notesFireId }) => notesFireId !== '');
    return stored.sort((a, b) => byPlace(unmoved(a), unmoved(b))).slice(0, NEWEST);
  },
);
