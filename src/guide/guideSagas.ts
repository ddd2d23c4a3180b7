import { put, select, take, type Saga } from '../lib/effects';
import { selectHasNotes, type NotesRoot } from '../notes/notesSelectors';
import { isSwiped } from '../quickAdd/quickAddField';
import { guideChange } from '../settings/settingsChange';
import { selectSettings, type SettingsRoot } from '../settings/settingsSlice';
import { operationRequested, requestChange } from '../sync/operations';
import { manyRequested } from '../tasks/selecting/manyTasks';
import { selectHasTasks, type TasksRoot } from '../tasks/tasksSelectors';
import { doneTaskLeft } from '../tasks/tasksSlice';
import { selectGuidePhase } from '../ui/uiSlice';

type Root = TasksRoot & NotesRoot & SettingsRoot & Parameters<typeof selectGuidePhase>[0];
const selectAll = (state: Root) => state;

/**
 * Stores, for all devices, which of the three things the user has done. It listens to actions instead of the state, so
 * that time travel sends nothing.
 */
export function* rememberGuide(): Saga {
  for (;;) {
    const action = yield* take([operationRequested, manyRequested, doneTaskLeft]);
    const state = yield* select(selectAll);
    if (selectGuidePhase(state) !== 'open') continue;
    const settings = selectSettings(state);
    const { guide } = settings;
    const change = manyRequested.match(action) ? action.payload.change : null;
    const isMove = change?.type === 'move' && change.to.taskDueDay !== undefined;
    // A swipe to the right ticks the task.
    const hasMoved = guide === 'moved' || isMove || (isSwiped && doneTaskLeft.match(action));
    const hasAdded = selectHasTasks(state);
    const isDone = hasAdded && hasMoved && selectHasNotes(state);
    const reached = isDone ? 'over' : hasMoved ? 'moved' : hasAdded ? 'begun' : undefined;
    if (reached && guide !== reached && guide !== 'over')
      yield* put(requestChange(guideChange(settings, reached), { role: 'silent' }));
  }
}
