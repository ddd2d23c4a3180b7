import { createSelector } from '@reduxjs/toolkit';
import { idsOn } from '../lib/days/calendar';
import { dayPlus, type Day } from '../lib/days/days';
import { byPlace, noLook } from '../notes/look';
import type { Note } from '../notes/note';
import { selectNotes, type NotesRoot } from '../notes/notesSelectors';
import { EARLIER, type Section } from '../tasks/taskSections';
import { selectTaskIdsIn, type TasksRoot } from '../tasks/tasksSelectors';

const areSameSections = (a: readonly Section[], b: readonly Section[]) =>
  a.length === b.length && a.every(({ key, items }, at) => key === b[at]!.key && items === b[at]!.items);

/** The sections of My day: earlier days if they have any tasks, today and tomorrow. */
export const selectDaySections = createSelector(
  [selectTaskIdsIn.previous, ({ tasks }: TasksRoot) => tasks.days.open, ({ ui }: TasksRoot): Day => ui.today],
  (earlier, open, today): Section[] => [
    ...(earlier.length > 0 ? [{ key: EARLIER, items: earlier }] : []),
    ...[today, dayPlus(today, 1)].map(day => ({ key: day, items: idsOn(open, day) })),
  ],
  { memoizeOptions: { resultEqualityCheck: areSameSections } },
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
