import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import type { Found } from './entry';

export type FindState = {
  /** What is looked for now, and what `found` answers: the last letters may still be on their way. */
  query: string;
  answered: string;
  found: Found[];
  /** True once everything that this device knows can be found. */
  isComplete: boolean;
  failure: string | null;
};

const initialState: FindState = { query: '', answered: '', found: [], isComplete: false, failure: null };

export const findSlice = createSlice({
  name: 'find',
  initialState,
  reducers: {
    /** Somebody looks for something, letter by letter; a blank query is how a palette opens. */
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
  selectors: {
    selectQuery: state => state.query,
    selectAnswered: state => state.answered,
    selectFound: state => state.found,
    selectIsComplete: state => state.isComplete,
    selectFindFailure: state => state.failure,
  },
});

export const { findRequested, foundArrived, findFailed, indexCompleted } = findSlice.actions;
export const { selectQuery, selectAnswered, selectFound, selectIsComplete, selectFindFailure } =
  findSlice.selectors;
