import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { shallowEqual } from 'react-redux';
import { signedIn, signedOut } from '../auth/authSlice';
import { plain } from '../lib/text/plain';
import type { Records } from '../services/database';
import { operationConfirmed } from '../sync/operations';
import { isPendingChange, pendingAfter } from '../sync/queue/pendingOperations';
import { syncStateOf } from '../sync/queue/syncState';
import { settingsOf, withChanges, type Settings } from './settings';
import { isSettingsOperation, settingsKinds, type SettingsOperation } from './settingsKinds';

type SettingsState = {
  /** The server's last values; until they arrive the device's copy, for the first paint. */
  stored: Settings;
  /** This device's unconfirmed operations, in order. */
  pending: SettingsOperation[];
  /** Settings received live while an operation is pending; its confirmation may be older. */
  arrived: Record<string, true>;
  /** The last operation that the server confirmed. */
  confirmedId: string | null;
};
export type SettingsRoot = { settings: SettingsState };

const initialState: SettingsState = { stored: {}, pending: [], arrived: {}, confirmedId: null };

const noteArrived = (state: SettingsState, names: string[]) => {
  for (const name of state.pending.length > 0 ? names : []) state.arrived[name] = true;
};

/** The server's settings, and this device's unconfirmed changes. */
export const settingsSlice = createSlice({
  name: 'settings',
  initialState,
  reducers: {
    /** The live listener's first list, and again after each lost connection. */
    settingsArrived(state, { payload }: PayloadAction<Records>) {
      state.stored = settingsOf(payload);
      for (const { payload: of } of state.pending) noteArrived(state, Object.keys(of.changes));
    },
    /** Settings changed on the server, by this device or another (null: the default). */
    settingsChanged(state, { payload }: PayloadAction<Records>) {
      state.stored = withChanges(state.stored, payload);
      noteArrived(state, Object.keys(payload));
    },
  },
  extraReducers: builder =>
    builder
      .addCase(signedIn, (state, { meta }) => void (state.stored = settingsOf(meta.settings)))
      .addCase(signedOut, () => initialState)
      .addMatcher(operationConfirmed.match, (state, { payload: { operation } }) => {
        if (!isSettingsOperation(operation)) return;
        const notArrived = Object.entries(operation.payload.changes).filter(
          ([name]) => !(name in state.arrived),
        );
        state.stored = withChanges(state.stored, Object.fromEntries(notArrived));
        state.confirmedId = operation.id;
      })
      .addMatcher(isPendingChange, (state, action) => {
        state.pending = pendingAfter(plain(state.pending), action, isSettingsOperation);
        if (state.pending.length === 0 && Object.keys(state.arrived).length > 0) state.arrived = {};
      }),
});

export const { settingsArrived, settingsChanged } = settingsSlice.actions;

/** The current settings: the server's, with this device's pending changes on top. */
export const selectSettings = createSelector(
  [({ settings }: SettingsRoot) => settings.stored, ({ settings }: SettingsRoot) => settings.pending],
  (stored, pending): Settings =>
    pending.reduce(
      (settings, operation) => settingsKinds[operation.kind].apply(settings, operation)!,
      stored,
    ),
  { memoizeOptions: { resultEqualityCheck: shallowEqual } },
);
export const selectSettingsSync = ({ settings }: SettingsRoot) => syncStateOf(settings.pending);
export const selectConfirmedSettingsId = ({ settings }: SettingsRoot) => settings.confirmedId;
