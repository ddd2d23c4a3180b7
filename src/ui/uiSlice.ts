import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Day } from '../lib/days';
import { deliveryFailed, operationSettled, storageFailed } from '../sync/operations';

export type UiState = {
  /** The local calendar day. Selectors read it instead of the clock. */
  today: Day;
  isOnline: boolean;
  isDrawerOpen: boolean;
  /** `memory` when the device keeps nothing (private mode, full, broken): unsent changes are lost with the tab. */
  storage: 'durable' | 'memory';
  /** A newer version of the app is installed and waits for a reload. */
  hasUpdate: boolean;
};

const initialState: UiState = {
  today: '1970-01-01',
  isOnline: true,
  isDrawerOpen: false,
  storage: 'durable',
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
      .addCase(storageFailed, state => {
        state.storage = 'memory';
      })
      // A request that was sent says more about the connection than the browser does.
      .addCase(deliveryFailed, (state, { payload }) => {
        if (payload.kind === 'network') state.isOnline = false;
      })
      .addCase(operationSettled, state => {
        state.isOnline = true;
      }),
  selectors: {
    selectToday: state => state.today,
    selectIsOnline: state => state.isOnline,
    selectIsDrawerOpen: state => state.isDrawerOpen,
    selectStorage: state => state.storage,
    selectHasUpdate: state => state.hasUpdate,
  },
});

export const { dayChanged, connectionChanged, drawerOpened, drawerClosed, updateFound, updateChosen } =
  uiSlice.actions;
export const { selectToday, selectIsOnline, selectIsDrawerOpen, selectStorage, selectHasUpdate } =
  uiSlice.selectors;
