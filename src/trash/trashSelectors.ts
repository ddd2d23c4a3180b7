import { createSelector } from '@reduxjs/toolkit';
import type { NotesRoot } from '../notes/notesSelectors';
import { knownAs, unsentIds, unsentOf } from '../tasks/tasksState';
import type { TasksRoot } from '../tasks/tasksSelectors';
import { noteItemsOf, taskItemsOf, type TrashItem } from './trashItem';
import type { TrashState } from './trashSlice';

export type TrashRoot = { trash: TrashState } & TasksRoot & NotesRoot;

/** What this device deleted and the server does not know yet; what it wants back is not in the trash any more. */
const selectTasksOfDevice = createSelector([(state: TrashRoot) => state.tasks], tasks =>
  unsentIds(tasks).map((taskId): { taskId: number; fireId: string | null; item: TrashItem | null } => {
    const operations = unsentOf(tasks, taskId);
    const last = operations.at(-1)!;
    const { fireId } = last.payload;
    const isGone = last.kind === 'task/delete' && last.status === 'waiting' && last.payload.fields;
    if (!isGone) return { taskId, fireId, item: null };
    const { fields } = last.payload;
    return {
      taskId,
      fireId,
      item: { list: 'tasks', fireId, taskId, fields: fields!, deletedAt: last.madeAt, isPending: true },
    };
  }),
);

const selectTaskItems = createSelector(
  [(state: TrashRoot) => state.trash.copies.tasks, (state: TrashRoot) => state.tasks, selectTasksOfDevice],
  (copies, tasks, unsent) => {
    const pending = unsent.flatMap(({ item }) => item ?? []);
    const server = taskItemsOf(copies).filter(
      ({ fireId }) => knownAs(tasks, fireId!) === undefined && !unsent.some(one => one.fireId === fireId),
    );
    return [...pending, ...server];
  },
);

const selectNoteItems = createSelector(
  [(state: TrashRoot) => state.trash.copies.notes, (state: TrashRoot) => state.notes],
  (copies, { changes, list }) => {
    const pending = Object.entries(changes).flatMap(([fireId, { operations }]): TrashItem[] => {
      const last = operations.at(-1)!;
      if (last.kind !== 'note/delete' || last.status !== 'waiting' || !last.payload.fields) return [];
      return [
        { list: 'notes', fireId, fields: last.payload.fields, deletedAt: last.madeAt, isPending: true },
      ];
    });
    const there = new Set(list.map(({ notesFireId }) => notesFireId));
    const server = noteItemsOf(copies).filter(({ fireId }) => !there.has(fireId!) && !(fireId! in changes));
    return [...pending, ...server];
  },
);

/** All that was deleted, the latest first. */
export const selectTrash = createSelector([selectTaskItems, selectNoteItems], (tasks, notes) =>
  [...tasks, ...notes].sort((a, b) => (a.deletedAt > b.deletedAt ? -1 : 1)),
);
export const selectTrashPhase = (state: TrashRoot) => state.trash.phase;
export const selectTrashFailure = (state: TrashRoot) => state.trash.failure;
