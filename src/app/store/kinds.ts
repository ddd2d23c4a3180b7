import { select, type Saga } from '../../lib/effects';
import { isNoteOperation, noteKinds } from '../../notes/noteKinds';
import type { Stays } from '../../history/historySlice';
import { selectAreNotesKnown, selectNote } from '../../notes/notesSelectors';
import type { HistoryEntry, HistoryStep } from '../../services/device';
import { settingsKinds } from '../../settings/settingsKinds';
import { selectSettings } from '../../settings/settingsSlice';
import { kindIn, nameItems, type Kinds, type DescribeContext, type Rebased } from '../../sync/kinds';
import type { Change } from '../../sync/operations';
import type { Coalesce } from '../../sync/queue/itemChanges';
import { isTaskOperation, taskKinds } from '../../tasks/taskKinds';
import { selectAreTasksKnown, selectTask, selectTaskOfKey } from '../../tasks/tasksSelectors';
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
  if (Object.hasOwn(settingsKinds, change.kind)) return selectSettings(state);
  if (!isTaskOperation(change)) return undefined;
  const { taskId, fireId } = change.payload;
  return fireId === null ? selectTask(state, taskId) : selectTaskOfKey(state, fireId);
}

/** The changes that undo a change. */
export const invert = (change: Change): Change[] => kindOf(change)?.invert(change) ?? [];

/** An undo or redo without what was changed since. Its sender decides while the list is not loaded. */
export function* rebase(change: Change): Saga<Rebased> {
  const state = yield* select(selectAll);
  const isLoading =
    (isTaskOperation(change) && !selectAreTasksKnown(state)) ||
    (isNoteOperation(change) && !selectAreNotesKnown(state));
  return isLoading ? { change } : kindOf(change)!.rebase(change, itemOf(state, change));
}

type Step = Pick<Change, 'kind' | 'payload'>;

/** The number that the changes of one item share. */
const itemIn = ({ payload }: Step) => (payload as { taskId?: unknown } | null)?.taskId;

/**
 * Describes the operations of one step in a few words: several items of one kind by their count, several kinds as
 * 'changes', those of an item by the last one that says all of it.
 */
export function describeSteps(steps: readonly Step[], context: DescribeContext): string {
  const [first, ...others] = steps;
  if (!first) return 'Nothing changed';
  const saidBy = new Map(
    steps.flatMap((step, at) => (kindOf(step)?.saysAll ? [[itemIn(step), at] as const] : [])),
  );
  const said = steps.filter((step, at) => (saidBy.get(itemIn(step)) ?? at) <= at);
  if (said.length < steps.length) return describeSteps(said, context);
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

/** `“Milk” has changed since and stays`, or behind what was undone: `2 have changed since and stay`. */
function describeStays(steps: readonly HistoryStep[], isAll: boolean): string {
  const items = [...new Map(steps.map(step => [step.itemKey, step])).values()];
  const name = isAll && items[0] && kindOf(items[0])?.named?.(items.map(({ payload }) => payload));
  const isOne = items.length === 1;
  return `${name || items.length} ${isOne ? 'has' : 'have'} changed since and ${isOne ? 'stays' : 'stay'}`;
}

/**
 * Describes a change of the history in a few words; an undone change by the effect of its undo, and what an undo or
 * redo left because it was changed or deleted since.
 */
export function describeChange({ steps }: HistoryEntry, context: DescribeContext, stays?: Stays): string {
  const isLeft = ({ itemKey }: HistoryStep) => stays?.itemKeys.includes(itemKey) ?? false;
  const [left, made] = [steps.filter(isLeft), steps.filter(step => !isLeft(step))];
  if (left.length > 0 && made.length === 0) return describeStays(left, true);
  const effects = context.isUndo ? made.flatMap(step => invert(step)[0] ?? []) : made;
  const words = describeSteps(effects, context);
  if (left.length > 0) return `${words}. ${describeStays(left, false)}`;
  return stays?.isPart ? `${words}. What has changed since stays` : words;
}

const firstKindOf = ({ steps }: HistoryEntry) => steps[0] && kindOf(steps[0]);

/** Whether a toast is shown for the operation. */
export const isAnnounced = (entry: HistoryEntry): boolean => firstKindOf(entry)?.isAnnounced ?? true;
