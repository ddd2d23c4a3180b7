import { put, select, take, type Saga } from '../lib/effects';
import { overlayOpened } from '../keyboard/overlaySlice';
import { guideChange } from '../settings/settingsChange';
import { selectSettings, type SettingsRoot } from '../settings/settingsSlice';
import { operationRequested, requestChange } from '../sync/operations';
import { selectDoneIds, selectHasTasks, type TasksRoot } from '../tasks/tasksSelectors';
import { doneTaskLeft } from '../tasks/tasksSlice';
import { selectGuidePhase } from '../ui/uiSlice';

type Root = TasksRoot & SettingsRoot & Parameters<typeof selectGuidePhase>[0];
const selectAll = (state: Root) => state;

/**
 * Stores, for all devices, which of the three things the user has done. It listens to actions instead of the state, so
 * that time travel sends nothing.
 */
export function* rememberGuide(): Saga {
  let hasSeenKeys = false;
  for (;;) {
    const action = yield* take([operationRequested, overlayOpened, doneTaskLeft]);
    const state = yield* select(selectAll);
    if (selectGuidePhase(state) !== 'open') continue;
    const settings = selectSettings(state);
    if (overlayOpened.match(action) && action.payload === 'shortcuts') hasSeenKeys = true;
    if (settings.guide === 'keysSeen') hasSeenKeys = true;
    const hasAdded = selectHasTasks(state);
    const isDone = hasAdded && hasSeenKeys && selectDoneIds(state).length > 0;
    const reached = isDone ? 'over' : hasSeenKeys ? 'keysSeen' : hasAdded ? 'begun' : undefined;
    if (reached && settings.guide !== reached && settings.guide !== 'over')
      yield* put(requestChange(guideChange(settings, reached), { role: 'silent' }));
  }
}
