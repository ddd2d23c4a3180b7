import { select, type Saga } from '../lib/effects';
import { isNoteOperation, noteKinds } from '../notes/noteKinds';
import { selectNote } from '../notes/notesSelectors';
import type { HistoryEntry } from '../services/device';
import { settingsKinds } from '../settings/settingsKinds';
import { kindIn, nameItems, type Kinds, type Told } from '../sync/kinds';
import type { Change } from '../sync/operations';
import type { Coalesce } from '../sync/queue';
import { isTaskOperation, taskKinds } from '../tasks/taskKinds';
import { selectTask, selectTaskOfKey } from '../tasks/tasksSelectors';
import { importKinds } from '../transfer/importKinds';
import { trashKinds } from '../trash/trashKinds';
import type { RootState } from './rootReducer';

/** Every kind of change that a person can make. */
const kinds: Kinds = { ...taskKinds, ...noteKinds, ...trashKinds, ...importKinds, ...settingsKinds };

/** Undefined for an operation that a newer version of the app stored. */
export const kindOf = (change: { kind: string }) => kindIn(kinds, change);

/** A kind of change without its title, e.g. `Task changed`. */
export const labelOf = (kind: string): string => kindOf({ kind })?.label ?? 'Changed';

/** What becomes of an operation behind a blocked one. */
export const coalesce: Coalesce = (blocked, next) => {
  const kind = kindOf(next);
  return kind ? kind.coalesce(blocked, next) : 'queue';
};

const selectAll = (state: RootState) => state;

/** What a change changed, as it is now. A record is known by its key: two devices may draw the same taskId. */
function itemOf(state: RootState, change: Change): object | undefined {
  if (isNoteOperation(change)) return selectNote(state, change.payload.fireId);
  if (!isTaskOperation(change)) return undefined;
  const { taskId, fireId } = change.payload;
  return fireId === null ? selectTask(state, taskId) : selectTaskOfKey(state, fireId);
}

/** The changes that undo a change, over whatever has happened since. */
export function* invert(change: Change): Saga<Change[]> {
  const state = yield* select(selectAll);
  return kindOf(change)?.invert(change, itemOf(state, change)) ?? [];
}

type Step = Pick<Change, 'kind' | 'payload'>;

/** Operations that are one step, in a few words: of one kind by their count, of several kinds as changes. */
export function describeSteps(steps: readonly Step[], told: Told): string {
  const [first, ...others] = steps;
  if (!first) return 'Nothing changed';
  const payloads = [first.payload, ...others.map(({ payload }) => payload)] as const;
  const kind = others.every(other => other.kind === first.kind) ? kindOf(first) : undefined;
  return (
    kind?.describe(payloads, told) ??
    `Changed ${nameItems(
      payloads.map(() => undefined),
      'item',
    )}`
  );
}

/** A change of the history in a few words; when it was undone, what undoing it did. */
export function describeChange({ steps }: HistoryEntry, told: Told): string {
  if (!told.isUndo) return describeSteps(steps, told);
  const inverses = steps.flatMap(step => kindOf(step)?.invert(step, undefined)[0] ?? []);
  return describeSteps(inverses, told);
}

const firstKindOf = ({ steps }: HistoryEntry) => steps[0] && kindOf(steps[0]);

/** Whether a toast says it. */
export const isAnnounced = (entry: HistoryEntry): boolean => firstKindOf(entry)?.isAnnounced ?? true;
