import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import { plain } from '../lib/text/plain';
import type { Records } from '../services/database';
import { operationConfirmed, type Operation } from '../sync/operations';
import { isPendingChange, pendingAfter } from '../sync/queue/pendingOperations';
import { syncStateOf } from '../sync/queue/syncState';
import { settingsOf, withChanges, type Settings } from './settings';
import { isSettingsOperation, settingsKinds, type SettingsOperation } from './settingsKinds';

export type SettingsSyncState = {
  /** The server's last values. */
  stored: Settings;
  /** This device's unconfirmed operations, in order. */
  pending: SettingsOperation[];
  /** Settings received live while an operation is pending; its confirmation may be older. */
  arrived: Record<string, true>;
  /** The last operation that the server confirmed. */
  confirmedId: string | null;
};

const initialState: SettingsSyncState = {
  stored: {},
  pending: [],
  arrived: {},
  confirmedId: null,
};

const noteArrived = (state: SettingsSyncState, names: string[]) => {
  for (const name of state.pending.length > 0 ? names : []) state.arrived[name] = true;
};
const namesOf = (operations: readonly SettingsOperation[]) =>
  operations.flatMap(({ payload }) => Object.keys(payload.changes));

/** The server's settings, and this device's unconfirmed changes. */
export const settingsSyncSlice = createSlice({
  name: 'settingsSync',
  initialState,
  reducers: {
    /** The initial state on the device: the current settings and the unconfirmed operations. */
    settingsBegun(state, { payload }: PayloadAction<{ settings: Settings; operations: Operation[] }>) {
      const known = new Set(state.pending.map(({ id }) => id));
      const read = payload.operations.filter(isSettingsOperation).filter(({ id }) => !known.has(id));
      state.stored = payload.settings;
      state.pending.unshift(...read);
    },
    /** The live listener's first list, and again after each lost connection. */
    settingsArrived(state, { payload }: PayloadAction<Records>) {
      state.stored = settingsOf(payload);
      noteArrived(state, namesOf(state.pending));
    },
    /** Settings changed on the server, by this device or another (null: the default). */
    settingsChanged(state, { payload }: PayloadAction<Records>) {
      state.stored = withChanges(state.stored, payload);
      noteArrived(state, Object.keys(payload));
    },
  },
  extraReducers: builder =>
    builder
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

type Root = WithSlice<typeof settingsSyncSlice>;

export const { settingsBegun, settingsArrived, settingsChanged } = settingsSyncSlice.actions;

/** The server's settings with this device's pending changes on top. */
export const selectMerged = ({ settingsSync: { stored, pending } }: Root): Settings =>
  pending.reduce((settings, operation) => settingsKinds[operation.kind].apply(settings, operation)!, stored);
export const selectSettingsSync = ({ settingsSync }: Root) => syncStateOf(settingsSync.pending);
export const selectConfirmedSettingsId = ({ settingsSync }: Root) => settingsSync.confirmedId;
