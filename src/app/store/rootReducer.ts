import { combineSlices, type EnhancedStore } from '@reduxjs/toolkit';
import { accountSlice } from '../../account/accountSlice';
import { authSlice } from '../../auth/authSlice';
import { findSlice } from '../../find/findSlice';
import { historySlice } from '../../history/historySlice';
import { overlaySlice } from '../../keyboard/overlaySlice';
import { notesSlice } from '../../notes/notesSlice';
import { calendarSlice } from '../../feed/calendarSlice';
import { remindersSlice } from '../../reminders/remindersSlice';
import { settingsSlice } from '../../settings/settingsSlice';
import { queueSlice } from '../../sync/queue/queueSlice';
import { syncLogSlice } from '../../syncLog/syncLogSlice';
import { selectionSlice } from '../../tasks/selecting/selectionSlice';
import { tasksSlice } from '../../tasks/tasksSlice';
import { transferSlice } from '../../transfer/transferSlice';
import { trashSlice } from '../../trash/trashSlice';
import { uiSlice } from '../../ui/uiSlice';

/** All slices. */
export const rootReducer = combineSlices(
  authSlice,
  accountSlice,
  queueSlice,
  tasksSlice,
  notesSlice,
  historySlice,
  overlaySlice,
  selectionSlice,
  findSlice,
  settingsSlice,
  calendarSlice,
  remindersSlice,
  trashSlice,
  transferSlice,
  syncLogSlice,
  uiSlice,
);

export type RootState = ReturnType<typeof rootReducer>;
export type AppStore = EnhancedStore<RootState>;
