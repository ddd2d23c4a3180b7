import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedIn, signedOut } from '../auth/authSlice';
import { settingsOf, type Settings } from './settings';

const none: Settings = {};

/** The current settings: known at the first paint, updated by the part that is loaded later. */
export const settingsSlice = createSlice({
  name: 'settings',
  initialState: none,
  reducers: {
    settingsShown: (_state, { payload }: PayloadAction<Settings>) => payload,
  },
  extraReducers: builder =>
    builder.addCase(signedIn, (_state, { meta }) => settingsOf(meta.settings)).addCase(signedOut, () => none),
});

export const { settingsShown } = settingsSlice.actions;
