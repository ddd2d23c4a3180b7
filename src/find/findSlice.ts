import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import type { Found } from './entry';

export type FindState = {
  /** The current query, and the one that `found` answers: the answer to the last letters may be pending. */
  query: string;
  answered: string;
  found: Found[];
  /** True once all tasks and notes were read and are indexed. */
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
    foundArrived(state, { payload }: PayloadAction<{ query: string; found: Found[] }>) {
      if (state.query.trim() === '') return;
      state.answered = payload.query;
      state.found = payload.found;
      state.failure = null;
    },
    findFailed(state, { payload }: PayloadAction<{ message: string }>) {
      state.failure = payload.message;
    },
    indexCompleted(state) {
      state.isComplete = true;
    },
  },
  extraReducers: builder => builder.addCase(signedOut, () => initialState),
});

export const { findRequested, foundArrived, findFailed, indexCompleted } = findSlice.actions;

/** The slice is injected with the palette's code; before that the state has none. */
type FindRoot = Partial<WithSlice<typeof findSlice>>;
const selectFind = ({ find = initialState }: FindRoot) => find;
export const selectQuery = (state: FindRoot) => selectFind(state).query;
export const selectAnswered = (state: FindRoot) => selectFind(state).answered;
export const selectFound = (state: FindRoot) => selectFind(state).found;
export const selectIsComplete = (state: FindRoot) => selectFind(state).isComplete;
export const selectFindFailure = (state: FindRoot) => selectFind(state).failure;
