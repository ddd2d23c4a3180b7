import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import type { Found } from './index/entry';
import type { Answer } from './finder';

export type FindState = {
  /** The current query, and the one whose results `found` holds: those of the last letters may still be pending. */
  query: string;
  answered: string;
  found: Found[];
  /** True if all tasks and notes were searched. */
  isComplete: boolean;
  failure: string | null;
};

const initialState: FindState = { query: '', answered: '', found: [], isComplete: false, failure: null };

export const findSlice = createSlice({
  name: 'find',
  initialState,
  reducers: {
    /** The query changed by a letter, or the palette opened (blank). */
    findRequested(state, { payload }: PayloadAction<{ query: string }>) {
      state.query = payload.query;
      if (payload.query.trim() === '') Object.assign(state, { answered: payload.query, found: [] });
    },
    foundArrived(state, { payload: { query, answer } }: PayloadAction<{ query: string; answer: Answer }>) {
      if (state.query.trim() === '') return;
      Object.assign(state, { answered: query, failure: null }, answer);
    },
    findFailed(state, { payload }: PayloadAction<{ message: string }>) {
      state.failure = payload.message;
    },
  },
  extraReducers: builder => builder.addCase(signedOut, () => initialState),
});

export const { findRequested, foundArrived, findFailed } = findSlice.actions;

type FindRoot = WithSlice<typeof findSlice>;
const selectFind = ({ find }: FindRoot) => find;
export const selectQuery = (state: FindRoot) => selectFind(state).query;
export const selectAnswered = (state: FindRoot) => selectFind(state).answered;
export const selectFound = (state: FindRoot) => selectFind(state).found;
export const selectIsComplete = (state: FindRoot) => selectFind(state).isComplete;
export const selectFindFailure = (state: FindRoot) => selectFind(state).failure;
