import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Day } from '../lib/days';
import { operationConfirmed } from '../sync/operations';
import { sendingPaused } from '../sync/queueSlice';

export type UiState = {
  /** The local calendar day. Selectors read it instead of the clock. */
  today: Day;
  isOnline: boolean;
  isDrawerOpen: boolean;
  /** A newer version of the app is installed and waits for a reload. */
  hasUpdate: boolean;
};

const initialState: UiState = {
  today: '1970-01-01',
  isOnline: true,
  isDrawerOpen: false,
  hasUpdate: false,
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
    updateFound(state) {
      state.hasUpdate = true;
    },
    /** The user wants to reload into the new version. */
    updateChosen() {},
  },
  extraReducers: builder =>
    builder
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
  },
});

export const { dayChanged, connectionChanged, drawerOpened, drawerClosed, updateFound, updateChosen } =
  uiSlice.actions;
export const { selectToday, selectIsOnline, selectIsDrawerOpen, selectHasUpdate } = uiSlice.selectors;
