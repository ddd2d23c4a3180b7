import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import { plain } from '../lib/plain';
import type { Records } from '../services/database';
import {
  operationChanged,
  operationConfirmed,
  operationDiscarded,
  operationKept,
  operationRequested,
  type Operation,
} from '../sync/operations';
import { operationsRead } from '../sync/queueSlice';
import { syncStateOf } from '../sync/syncState';
import { settingsOf, withChanges, type Settings } from './settings';
import { isSettingsOperation, settingsKinds, type SetSettings } from './settingsKinds';

export type SettingsSyncState = {
  /** What the server last said. */
  stored: Settings;
  /** This device's operations that the server has not confirmed, in order. */
  pending: Operation[];
  /** Settings that the server told of while an operation is pending: its confirmation may be older than they are. */
  heard: Record<string, true>;
  /** The last operation that the server confirmed. */
  confirmedId: string | null;
};

const initialState: SettingsSyncState = { stored: {}, pending: [], heard: {}, confirmedId: null };

const hear = (state: SettingsSyncState, names: string[]) => {
  for (const name of state.pending.length > 0 ? names : []) state.heard[name] = true;
};
const namesOf = (operations: readonly Operation[]) =>
  operations.flatMap(({ payload }) => Object.keys((payload as SetSettings).changes));
const setPending = (state: SettingsSyncState, pending: Operation[]) => {
  state.pending = pending;
  if (pending.length === 0) state.heard = {};
};
const put = (state: SettingsSyncState, { payload }: { payload: Operation }) => {
  if (!isSettingsOperation(payload)) return;
  const others = plain(state).pending.filter(({ id }) => id !== payload.id);
  setPending(
    state,
    [...others, payload].sort((a, b) => a.number - b.number),
  );
};
const remove = (state: SettingsSyncState, { id }: Operation) =>
  setPending(
    state,
    plain(state).pending.filter(one => one.id !== id),
  );

/** The server's settings, and this device's changes of them that it has not confirmed. */
export const settingsSyncSlice = createSlice({
  name: 'settingsSync',
  initialState,
  reducers: {
    /** What this device has at the start: the settings that are shown, and its unconfirmed operations. */
    settingsBegun(state, { payload }: PayloadAction<{ shown: Settings; operations: Operation[] }>) {
      const known = new Set(state.pending.map(({ id }) => id));
      const read = payload.operations.filter(one => isSettingsOperation(one) && !known.has(one.id));
      state.stored = payload.shown;
      state.pending.unshift(...read);
    },
    /** The live listener's first list, and again after each lost connection. */
    settingsArrived(state, { payload }: PayloadAction<Records>) {
      state.stored = settingsOf(payload);
      hear(state, namesOf(state.pending));
    },
    /** Settings changed on the server, here or elsewhere (null: the default). */
    settingsChanged(state, { payload }: PayloadAction<Records>) {
      state.stored = withChanges(state.stored, payload);
      hear(state, Object.keys(payload));
    },
  },
  extraReducers: builder =>
    builder
      .addCase(signedOut, () => initialState)
      .addCase(operationsRead, (state, { payload }) => {
        const read = payload.filter(isSettingsOperation);
        if (JSON.stringify(read) !== JSON.stringify(state.pending)) setPending(state, read);
      })
      .addMatcher(operationRequested.match, put)
      .addMatcher(operationKept.match, put)
      .addMatcher(operationChanged.match, put)
      .addMatcher(operationDiscarded.match, (state, { payload }) => {
        if (isSettingsOperation(payload)) remove(state, payload);
      })
      .addMatcher(operationConfirmed.match, (state, { payload: { operation } }) => {
        if (!isSettingsOperation(operation)) return;
        const unheard = Object.entries(operation.payload.changes).filter(([name]) => !(name in state.heard));
        state.stored = withChanges(state.stored, Object.fromEntries(unheard));
        state.confirmedId = operation.id;
        remove(state, operation);
      }),
});

/** Absent until the part is loaded. */
type Root = Partial<WithSlice<typeof settingsSyncSlice>>;

export const { settingsBegun, settingsArrived, settingsChanged } = settingsSyncSlice.actions;

/** The server's settings with this device's pending changes on top. */
export const selectMerged = ({ settingsSync: { stored, pending } = initialState }: Root): Settings =>
  pending.reduce(
    (settings, operation) =>
      isSettingsOperation(operation) ? settingsKinds[operation.kind].apply(settings, operation)! : settings,
    stored,
  );
export const selectSettingsSync = ({ settingsSync = initialState }: Root) =>
  syncStateOf(settingsSync.pending);
export const selectConfirmedSettingsId = ({ settingsSync = initialState }: Root) => settingsSync.confirmedId;
