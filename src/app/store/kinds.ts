import { select, type Saga } from '../../lib/effects';
import { isNoteOperation, noteKinds } from '../../notes/noteKinds';
import { selectNote } from '../../notes/notesSelectors';
import type { HistoryEntry } from '../../services/device';
import { settingsKinds } from '../../settings/settingsKinds';
import { kindIn, nameItems, type Kinds, type DescribeContext } from '../../sync/kinds';
import type { Change } from '../../sync/operations';
import type { Coalesce } from '../../sync/queue/itemChanges';
import { isTaskOperation, taskKinds } from '../../tasks/taskKinds';
import { selectTask, selectTaskOfKey } from '../../tasks/tasksSelectors';
import { importKinds } from '../../transfer/import/importKinds';
import { trashKinds } from '../../trash/trashKinds';
import type { RootState } from './rootReducer';

/** All kinds of change. */
const kinds: Kinds = { ...taskKinds, ...noteKinds, ...trashKinds, ...importKinds, ...settingsKinds };

/** The kind of an operation; undefined when a newer version of the app stored the operation. */
export const kindOf = (change: { kind: string }) => kindIn(kinds, change);

type Labelled = { kind: string; label?: string; payload?: unknown };

/** A kind of change without its title, e.g. `Task changed`. */
export function labelOf({ kind, label, payload }: Labelled): string {
  if (label !== undefined) return label;
  const known = kindOf({ kind })?.label ?? 'Changed';
  return typeof known === 'string' ? known : known(payload);
}

/** The operation's label in the log; undefined where the name of its kind is enough. */
export const loggedLabelOf = (change: Labelled) =>
  typeof kindOf(change)?.label === 'function' ? labelOf({ ...change, label: undefined }) : undefined;

/** The quoted name of what a change is about, e.g. `“Milk”`; undefined where the change does not have one. */
export const nameOf = (change: Pick<Change, 'kind' | 'payload'>) => kindOf(change)?.named?.([change.payload]);

/** How an operation behind a blocked one of the same item is handled. */
export const coalesce: Coalesce = (blocked, next) => {
  const kind = kindOf(next);
  return kind ? kind.coalesce(blocked, next) : 'queue';
};

const selectAll = (state: RootState) => state;

/** The current record of a change. It is found by its key, because two devices may draw the same taskId. */
function itemOf(state: RootState, change: Change): object | undefined {
  if (isNoteOperation(change)) return selectNote(state, change.payload.fireId);
  if (!isTaskOperation(change)) return undefined;
  const { taskId, fireId } = change.payload;
  return fireId === null ? selectTask(state, taskId) : selectTaskOfKey(state, fireId);
}

/** The changes that undo a change, based on the current state. */
export function* invert(change: Change): Saga<Change[]> {
  const state = yield* select(selectAll);
  return kindOf(change)?.invert(change, itemOf(state, change)) ?? [];
}

type Step = Pick<Change, 'kind' | 'payload'>;

/** The number that the changes of one item share. */
const itemIn = ({ payload }: Step) => (payload as { taskId?: unknown } | null)?.taskId;

/**
 * Describes the operations of one step in a few words: several items of one kind by their count, several kinds as
 * 'changes', a single item by its last operation.
 */
export function describeSteps(steps: readonly Step[], context: DescribeContext): string {
  const [first, ...others] = steps;
  if (!first) return 'Nothing changed';
  const last = others.at(-1);
  const isOfOne = last && kindOf(last)?.saysAll && others.every(other => itemIn(other) === itemIn(first));
  if (isOfOne) return describeSteps([last], context);
  const payloads = [first.payload, ...others.map(({ payload }) => payload)] as const;
  const describe = kindOf(first)?.describe;
  const kind = others.every(other => kindOf(other)?.describe === describe) ? kindOf(first) : undefined;
  return (
    kind?.describe(payloads, context) ??
    `Changed ${nameItems(
      payloads.map(() => undefined),
      'item',
    )}`
  );
}

/** The item that the steps would have changed or restored no longer exists. */
export function describeGone(steps: readonly Step[]): string {
  const kind = steps[0] && kindOf(steps[0]);
  const name =
    kind?.named?.(steps.map(({ payload }) => payload)) ?? (steps.length === 1 ? 'It' : 'Some of it');
  return `${name} ${steps.length === 1 ? 'is' : 'are'} gone: deleted forever on another device`;
}

/** Describes a change of the history in a few words; an undone change by the effect of its undo. */
export function describeChange({ steps }: HistoryEntry, context: DescribeContext): string {
  if (!context.isUndo) return describeSteps(steps, context);
  const inverses = steps.flatMap(step => kindOf(step)?.invert(step, undefined)[0] ?? []);
  return describeSteps(inverses, context);
}

const firstKindOf = ({ steps }: HistoryEntry) => steps[0] && kindOf(steps[0]);

/** Whether a toast is shown for the operation. */
export const isAnnounced = (entry: HistoryEntry): boolean => firstKindOf(entry)?.isAnnounced ?? true;
