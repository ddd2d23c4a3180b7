import { selectEntries } from '../../history/historySlice';
import { select, type Saga } from '../../lib/effects';
import { isNoteOperation, noteItemKey } from '../../notes/noteKinds';
import { selectAreNotesKnown, selectNote } from '../../notes/notesSelectors';
import { nameItems } from '../../sync/kinds';
import type { Operation } from '../../sync/operations';
import type { Describe } from '../../syncLog/syncLogSagas';
import type { Place } from '../../syncLog/syncLogSlice';
import { isTaskOperation, taskItemKey } from '../../tasks/taskKinds';
import { selectAreTasksKnown, selectTask } from '../../tasks/tasksSelectors';
import { isImportOperation } from '../../transfer/import/importKinds';
import { isTrashOperation } from '../../trash/trashKinds';
import { selectToday } from '../../ui/uiSlice';
import { describeSteps, labelOf, nameOf } from './kinds';
import { editPath, paths } from '../../routes';
import type { RootState } from './rootReducer';
import { isBlank } from '../../lib/text/visible';

/** The page on which an operation's item is shown: the trash once the item's list lacks it. */
function* place(operation: Operation): Saga<Place> {
  const state = yield* select((all: RootState) => all);
  if (isTaskOperation(operation)) {
    const { taskId } = operation.payload;
    const isGone = selectAreTasksKnown(state) && !selectTask(state, taskId);
    return { path: isGone ? paths.trash : editPath('today', taskId) };
  }
  if (isNoteOperation(operation)) {
    const { fireId: note } = operation.payload;
    const isGone = selectAreNotesKnown(state) && !selectNote(state, note);
    return isGone ? { path: paths.trash } : { path: paths.wall, note };
  }
  if (isTrashOperation(operation)) return { path: paths.trash };
  return { path: isImportOperation(operation) ? paths.data : paths.settings };
}

/** Descriptions by operation id, for the changes that are still in the history. */
function* known(): Saga<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const step of (yield* select(selectEntries)).flatMap(entry => entry.steps))
    found[step.id] = yield* words(step);
  return found;
}

function* words(operation: Pick<Operation, 'kind' | 'payload'>): Saga<string> {
  return describeSteps([operation], { today: yield* select(selectToday), isUndo: false, isListed: true });
}

/** The current title of each item, or the last one in the history if the item is not loaded. */
function* names(itemKeys: ReadonlySet<string>): Saga<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const step of (yield* select(selectEntries)).flatMap(entry => entry.steps)) {
    const name = itemKeys.has(step.itemKey) ? nameOf(step) : undefined;
    // Earlier versions of the app did not store the name with each change.
    if (name?.startsWith('“')) found[step.itemKey] = name;
  }
  const state = yield* select((all: RootState) => all);
  for (const itemKey of itemKeys) {
    const id = itemKey.slice(itemKey.indexOf(':') + 1);
    const task = itemKey === taskItemKey(Number(id)) ? selectTask(state, Number(id)) : undefined;
    const note = itemKey === noteItemKey(id) ? selectNote(state, id) : undefined;
    const title = task?.taskName ?? note?.noteTitle;
    if (title && !isBlank(title)) found[itemKey] = nameItems([title], 'item');
  }
  return found;
}

/** How the Sync page describes operations. */
export const describe: Describe = { words, label: labelOf, names, place, known };
