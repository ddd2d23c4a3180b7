import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import type { Day } from '../lib/days/days';
import type { AccountStorage } from '../services/database';
import { operationConfirmed } from '../sync/operations';
import { sendingPaused } from '../sync/queue/queueSlice';

export type UiState = {
  /** The local calendar day. Selectors read it instead of the clock. */
  today: Day;
  isOnline: boolean;
  isDrawerOpen: boolean;
  /** A newer version of the app is installed and needs a reload. */
  hasUpdate: boolean;
  /** The guide's progress in this tab; the stored progress is a setting. */
  guide: 'unseen' | 'open' | 'closed';
  /** The task whose row is scrolled into view and highlighted for a moment, with a number that changes each time. */
  pointedOut: { taskId: number | null; number: number };
  /** The taskIds of the rows that show their task's subtasks. */
  unfolded: Record<number, true>;
  /** Whether Today shows the tasks of earlier days. */
  isEarlierShown: boolean;
  /** Whether the quick-add line is open at the foot of the page. */
  isQuickAddOpen: boolean;
  /** The day for which it was opened; null for that of the page. */
  quickAddDay: Day | null;
  /** The names of the forms that have a draft (`note/-Nabc`, `task/12`). */
  drafts: readonly string[];
  /** The draft of a form that was left with unsaved changes, while its message is shown. */
  keptDraft: KeptDraft | null;
  /** The account's usage, as last reported by the server. */
  storage: AccountStorage | null;
};

/** `isValid`: the draft can be saved as it is. `look` is the chosen look of a new note. */
export type KeptDraft = { form: string; isValid: boolean; look?: Record<string, unknown> };

/** The fraction of the storage limit from which on the usage is shown. */
const NEARLY_FULL = 0.8;

const initialState: UiState = {
  today: '1970-01-01',
  isOnline: true,
  isDrawerOpen: false,
  hasUpdate: false,
  guide: 'unseen',
  pointedOut: { taskId: null, number: 0 },
  unfolded: {},
  isEarlierShown: false,
  isQuickAddOpen: false,
  quickAddDay: null,
  drafts: [],
  keptDraft: null,
  storage: null,
};

export const uiSlice = createSlice({
  name: 'ui',
  initialState,
  reducers: {
    dayChanged(state, { payload }: PayloadAction<Day>) {
      state.today = payload;
    },
    connectionChanged(state, { payload }: PayloadAction<{ isOnline: boolean }>) {
      state.isOnline = payload.isOnline;
    },
    drawerOpened(state) {
      state.isDrawerOpen = true;
    },
    drawerClosed(state) {
      state.isDrawerOpen = false;
    },
    guideChanged(state, { payload }: PayloadAction<UiState['guide']>) {
      state.guide = payload;
    },
    updateFound(state) {
      state.hasUpdate = true;
    },
    /** A task was added or moved: its list scrolls to the row. */
    rowPointedOut(state, { payload }: PayloadAction<{ taskId: number }>) {
      state.pointedOut = { taskId: payload.taskId, number: state.pointedOut.number + 1 };
    },
    /** The time of the highlight is over. */
    pointingOutEnded(state) {
      state.pointedOut.taskId = null;
    },
    /** Shows or hides the subtasks of a row's task. */
    subtasksToggled({ unfolded }, { payload: { taskId } }: PayloadAction<{ taskId: number }>) {
      if (unfolded[taskId]) delete unfolded[taskId];
      else unfolded[taskId] = true;
    },
    earlierToggled(state) {
      state.isEarlierShown = !state.isEarlierShown;
    },
    quickAddOpened(state, { payload }: PayloadAction<Day | undefined>) {
      state.isQuickAddOpen = true;
      state.quickAddDay = payload ?? null;
    },
    quickAddClosed(state) {
      state.isQuickAddOpen = false;
    },
    draftsChanged(state, { payload }: PayloadAction<readonly string[]>) {
      state.drafts = payload as string[];
    },
    /** A form was left with unsaved changes; null ends the message. */
    draftKept(state, { payload }: PayloadAction<KeptDraft | null>) {
      state.keptDraft = payload;
    },
    accountStorageChanged(state, { payload }: PayloadAction<AccountStorage>) {
      state.storage = payload;
    },
  },
  extraReducers: builder =>
    builder
      .addCase(signedOut, state => {
        state.guide = 'unseen';
        state.unfolded = {};
        state.isEarlierShown = false;
        state.isQuickAddOpen = false;
        state.quickAddDay = null;
        state.drafts = [];
        state.keptDraft = null;
        state.storage = null;
      })
      // The result of a request is more reliable than the browser's connection state.
      .addCase(sendingPaused, (state, { payload }) => {
        if (payload.kind === 'network') state.isOnline = false;
      })
      .addMatcher(operationConfirmed.match, (state, { payload: { confirmation } }) => {
        if (!confirmation?.isLocal) state.isOnline = true;
      }),
  selectors: {
    selectToday: state => state.today,
    selectIsOnline: state => state.isOnline,
    selectIsDrawerOpen: state => state.isDrawerOpen,
    selectHasUpdate: state => state.hasUpdate,
    selectGuidePhase: state => state.guide,
    selectPointedOut: state => state.pointedOut,
    selectUnfolded: state => state.unfolded,
    selectIsEarlierShown: state => state.isEarlierShown,
    selectIsQuickAddOpen: state => state.isQuickAddOpen,
    selectQuickAddDay: state => state.quickAddDay,
    selectKeptDraft: state => state.keptDraft,
    /** The account's usage, once it is nearly full. */
    selectScarceStorage: ({ storage }) =>
      storage && storage.stores >= NEARLY_FULL * storage.mayStore ? storage : null,
    selectHasDraft: (state, form: string) => state.drafts.includes(form),
  },
});

/** The user requests a reload into the new version. */
export const updateChosen = createAction('ui/updateChosen');
export const {
  dayChanged,
  connectionChanged,
  drawerOpened,
  drawerClosed,
  guideChanged,
  updateFound,
  earlierToggled,
  quickAddOpened,
  quickAddClosed,
  rowPointedOut,
  pointingOutEnded,
  subtasksToggled,
  draftsChanged,
  draftKept,
  accountStorageChanged,
} = uiSlice.actions;
export const {
  selectToday,
  selectIsOnline,
  selectIsDrawerOpen,
  selectHasUpdate,
  selectGuidePhase,
  selectPointedOut,
  selectUnfolded,
  selectIsEarlierShown,
  selectIsQuickAddOpen,
  selectQuickAddDay,
  selectKeptDraft,
  selectScarceStorage,
  selectHasDraft,
} = uiSlice.selectors;
