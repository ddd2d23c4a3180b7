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
  /** A newer version of the app is installed and waits for a reload. */
  hasUpdate: boolean;
  /** The three things to try, as this tab shows them; what is remembered of them is a setting. */
  guide: 'unseen' | 'open' | 'closed';
  /** The task whose row is scrolled into view and marked for a moment. Each time has a number of its own. */
  pointedOut: { taskId: number | null; number: number };
  /** The taskIds of the rows that show the parts of their task. */
  unfolded: Record<number, true>;
  /** The line that adds a task is open at the foot of the page. */
  isQuickAddOpen: boolean;
  /** The forms that have a draft, by the names of their drafts (`note/-Nabc`, `task/12`). */
  drafts: readonly string[];
  /** The draft of a form that was left with changed words, while that is said. */
  keptDraft: KeptDraft | null;
  /** How full the account is, as the server said last. */
  storage: AccountStorage | null;
};

/** `isValid`: its words can be saved as they are. `look` is what was chosen for a new note. */
export type KeptDraft = { form: string; isValid: boolean; look?: Record<string, unknown> };

/** The part of what an account may store from which on that is said. */
const NEARLY_FULL = 0.8;

const initialState: UiState = {
  today: '1970-01-01',
  isOnline: true,
  isDrawerOpen: false,
  hasUpdate: false,
  guide: 'unseen',
  pointedOut: { taskId: null, number: 0 },
  unfolded: {},
  isQuickAddOpen: false,
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
    /** A task was added or moved: the list that shows it points out its row. */
    rowPointedOut(state, { payload }: PayloadAction<{ taskId: number }>) {
      state.pointedOut = { taskId: payload.taskId, number: state.pointedOut.number + 1 };
    },
    /** The moment is over. */
    pointingOutEnded(state) {
      state.pointedOut.taskId = null;
    },
    /** A row shows the parts of its task, or hides them again. */
    partsToggled({ unfolded }, { payload: { taskId } }: PayloadAction<{ taskId: number }>) {
      if (unfolded[taskId]) delete unfolded[taskId];
      else unfolded[taskId] = true;
    },
    quickAddOpened(state) {
      state.isQuickAddOpen = true;
    },
    quickAddClosed(state) {
      state.isQuickAddOpen = false;
    },
    draftsChanged(state, { payload }: PayloadAction<readonly string[]>) {
      state.drafts = payload as string[];
    },
    /** A form was left with changed words; null: that is said no longer. */
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
        state.isQuickAddOpen = false;
        state.drafts = [];
        state.keptDraft = null;
        state.storage = null;
      })
      // A request that was sent says more about the connection than the browser does.
      .addCase(sendingPaused, (state, { payload }) => {
        if (payload.kind === 'network') state.isOnline = false;
      })
      .addMatcher(operationConfirmed.match, state => {
        state.isOnline = true;
      }),
  selectors: {
    selectToday: state => state.today,
    selectIsOnline: state => state.isOnline,
    selectIsDrawerOpen: state => state.isDrawerOpen,
    selectHasUpdate: state => state.hasUpdate,
    selectGuidePhase: state => state.guide,
    selectPointedOut: state => state.pointedOut,
    selectUnfolded: state => state.unfolded,
    selectIsQuickAddOpen: state => state.isQuickAddOpen,
    selectKeptDraft: state => state.keptDraft,
    /** How full the account is, once it is nearly full. */
    selectScarceStorage: ({ storage }) =>
      storage && storage.stores >= NEARLY_FULL * storage.mayStore ? storage : null,
    selectHasDraft: (state, form: string) => state.drafts.includes(form),
  },
});

/** The user wants to reload into the new version. */
export const updateChosen = createAction('ui/updateChosen');
export const {
  dayChanged,
  connectionChanged,
  drawerOpened,
  drawerClosed,
  guideChanged,
  updateFound,
  quickAddOpened,
  quickAddClosed,
  rowPointedOut,
  pointingOutEnded,
  partsToggled,
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
  selectIsQuickAddOpen,
  selectKeptDraft,
  selectScarceStorage,
  selectHasDraft,
} = uiSlice.selectors;
