import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import type { PushObstacle, TaskReminder } from '../services/reminders';

/** Push on this device: `unable` says why not, `failed` what went wrong. */
export type PushState =
  | { phase: 'unknown' | 'off' | 'asking' }
  | { phase: 'on'; hasNames: boolean }
  | { phase: 'unable'; why: PushObstacle }
  | { phase: 'failed'; message: string };

/** A reminder that came. `isMissed`: it came while the user did not see the page. */
export type CameReminder = TaskReminder & { isMissed?: true };

type RemindersState = {
  /** The reminders that came in the last hours, and those that were missed since the last visit. */
  came: CameReminder[];
  push: PushState;
};
export type RemindersRoot = { reminders: RemindersState };

const initialState: RemindersState = { came: [], push: { phase: 'unknown' } };

export const remindersSlice = createSlice({
  name: 'reminders',
  initialState,
  reducers: {
    remindersCame(state, { payload }: PayloadAction<CameReminder[]>) {
      for (const reminder of payload) {
        const isSame = ({ taskId, at }: CameReminder) => taskId === reminder.taskId && at === reminder.at;
        if (!state.came.some(isSame)) state.came.push(reminder);
      }
    },
    missedDismissed(state) {
      for (const reminder of state.came) delete reminder.isMissed;
    },
    /** The settings of reminders are shown. */
    settingsOpened() {},
    /** The person switches push on this device on or off. */
    pushRequested(_state, _action: PayloadAction<boolean>) {},
    /** The names of tasks are sent with their reminders, or not. */
    namesRequested(_state, _action: PayloadAction<boolean>) {},
    pushChanged(state, { payload }: PayloadAction<PushState>) {
      state.push = payload;
    },
  },
  extraReducers: builder => builder.addCase(signedOut, () => initialState),
});

export const { remindersCame, missedDismissed, settingsOpened, pushRequested, namesRequested, pushChanged } =
  remindersSlice.actions;

export const selectPush = ({ reminders }: RemindersRoot) => reminders.push;
export const selectHasMissed = ({ reminders }: RemindersRoot) =>
  reminders.came.some(({ isMissed }) => isMissed);
export const selectHasCome = ({ reminders }: RemindersRoot, id: number) =>
  reminders.came.some(({ taskId }) => taskId === id);
