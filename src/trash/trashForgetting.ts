import { nanoid } from '@reduxjs/toolkit';
import { call, delay, select, type Saga } from '../lib/effects';
import type { ForgottenItem } from '../history/forgetting';
import { noteLane } from '../notes/noteOperations';
import type { Operation, Outcome } from '../sync/operations';
import type { Outbox } from '../sync/queue';
import type { DatabaseService, ListName, Records } from '../services/database';
import { ServiceFailure } from '../services/failure';
import { taskLane } from '../tasks/taskOperations';
import type { TasksRoot } from '../tasks/tasksSelectors';
import { knownAs } from '../tasks/tasksState';
import { DAY, TRASH_DAYS, type TrashItem } from './trashItem';
import type { trashForgetRequested } from './trashSlice';

type Services = { database: DatabaseService; outbox: Outbox };

/**
 * Takes many things out of the trash at once, for ever: paths below the user, each to nothing. `items` says of what, by
 * lane and record key; an earlier version's operation lacks it.
 */
export type TrashForget = Operation<'trash/forget', { paths: Records; items?: ForgottenItem[] }>;

const pathOfCopy = (list: ListName, fireId: string): Records => ({ [`ext/trash/${list}/${fireId}`]: null });
const pathsOf = (list: ListName, fireId: string): Records => ({
  ...pathOfCopy(list, fireId),
  ...(list === 'tasks' && { [`ext/done/${fireId}`]: null }),
});

/** Deletes for ever. What is still on its way into the trash goes behind that; the rest goes at once. */
export function* forgetItems(
  { outbox }: Services,
  userId: string,
  { payload: items }: ReturnType<typeof trashForgetRequested>,
): Saga {
  for (const item of items) {
    if (!item.isPending) continue;
    const { fireId } = item;
    const operation =
      item.list === 'notes'
        ? { lane: noteLane(item.fireId), kind: 'note/forget', payload: { fireId } }
        : {
            lane: taskLane(item.taskId!),
            kind: 'task/forget',
            payload: { taskId: item.taskId, fireId },
          };
    yield* call(outbox.append, userId, { ...operation, id: nanoid(), act: 'none' });
  }
  const kept = items.filter(({ isPending, fireId }) => !isPending && fireId !== null);
  for (let at = 0; at < kept.length; at += PIECE) {
    const some = kept.slice(at, at + PIECE);
    const paths = some.map(({ list, fireId }) => pathsOf(list, fireId!));
    yield* call(outbox.append, userId, {
      id: nanoid(),
      lane: 'trash',
      kind: 'trash/forget',
      payload: { paths: Object.assign({}, ...paths) as Records, items: some.map(itemOf) },
      act: 'none',
    });
  }
}

/** So many in one update. */
const PIECE = 500;

function itemOf(item: TrashItem): ForgottenItem {
  if (item.list === 'notes') return { lane: noteLane(item.fireId), fireId: item.fireId };
  return { lane: item.taskId === null ? null : taskLane(item.taskId), fireId: item.fireId };
}

/** Which items an operation deletes for ever; none if it is of another kind. */
export function forgottenBy({ kind, lane, payload }: Operation): ForgottenItem[] {
  if (kind === 'trash/forget') return (payload as TrashForget['payload']).items ?? [];
  if (!kind.endsWith('/forget')) return [];
  return [{ lane, fireId: (payload as { fireId: string | null }).fireId }];
}

export const isTrashOperation = (operation: Pick<Operation, 'kind'>): operation is TrashForget =>
  operation.kind === 'trash/forget';

export function* sendForget(
  { database }: { database: DatabaseService },
  { userId, payload }: TrashForget,
): Saga<Outcome> {
  yield* call(database.update, userId, payload.paths);
  return { type: 'done' };
}

/** Milliseconds after the start, so that nothing that somebody waits for waits for this. */
const LATER = 10_000;

const selectTasks = (state: TasksRoot) => state.tasks;

/**
 * Removes what was deleted more than 30 days of the server's ago, once a session. It does not go through the queue: what
 * is sent later could remove a copy that was made since.
 */
export function* removeOld({ database }: Services, userId: string): Saga {
  yield* delay(LATER);
  try {
    const now = yield* call(database.serverTime, userId);
    const before = new Date(now - TRASH_DAYS * DAY).toISOString();
    for (const list of ['tasks', 'notes'] as const) {
      const keys = Object.keys(yield* call(database.loadOldTrash, userId, list, before));
      const tasks = yield* select(selectTasks);
      for (let at = 0; at < keys.length; at += PIECE) {
        // A task that is listed again keeps its mark.
        const paths = keys
          .slice(at, at + PIECE)
          .map(key =>
            tasks.isKnown && knownAs(tasks, key) === undefined ? pathsOf(list, key) : pathOfCopy(list, key),
          );
        yield* call(database.update, userId, Object.assign({}, ...paths) as Records);
      }
    }
  } catch (failure) {
    // The next session tries again.
    if (!(failure instanceof ServiceFailure)) throw failure;
  }
}
