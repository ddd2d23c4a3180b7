import { combineSlices, type EnhancedStore, type WithSlice } from '@reduxjs/toolkit';
import type { AccountState } from '../../account/accountSlice';
import { authSlice } from '../../auth/authSlice';
import type { findSlice } from '../../find/findSlice';
import { historySlice } from '../../history/historySlice';
import { overlaySlice } from '../../keyboard/overlaySlice';
import { notesSlice } from '../../notes/notesSlice';
import { settingsSlice } from '../../settings/settingsSlice';
import type { settingsSyncSlice } from '../../settings/settingsSyncSlice';
import { queueSlice } from '../../sync/queue/queueSlice';
import type { syncLogSlice } from '../../syncLog/syncLogSlice';
import type { selectionSlice } from '../../tasks/selecting/selectionSlice';
import { tasksSlice } from '../../tasks/tasksSlice';
import type { transferSlice } from '../../transfer/transferSlice';
import { trashSlice } from '../../trash/trashSlice';
import { uiSlice } from '../../ui/uiSlice';

/** All slices. Those of parts that are loaded late are injected when their code arrives. */
export const rootReducer = combineSlices(
  authSlice,
  queueSlice,
  tasksSlice,
  notesSlice,
  historySlice,
  overlaySlice,
  settingsSlice,
  trashSlice,
  uiSlice,
).withLazyLoadedSlices<
  { account: AccountState } & WithSlice<typeof transferSlice> &
    WithSlice<typeof syncLogSlice> &
    WithSlice<typeof findSlice> &
    WithSlice<typeof settingsSyncSlice> &
    WithSlice<typeof selectionSlice>
>();

export type RootState = ReturnType<typeof rootReducer>;
export type AppStore = EnhancedStore<RootState>;
