import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';
import type { CalendarAnswer, CalendarAsk, CalendarFeed } from '../services/calendar';

type CalendarState = {
  /** `unserved`: the site has no calendar addresses. */
  phase: 'unknown' | 'asking' | 'known' | 'unserved' | 'failed';
  feed: CalendarFeed | null;
  /** The address that was just made, while the page is open that shows it. */
  address: string | null;
  /** Why the last request failed. */
  message: string;
};

const initialState: CalendarState = { phase: 'unknown', feed: null, address: null, message: '' };

/** The account's calendar address, asked for while the settings are open. */
export const calendarSlice = createSlice({
  name: 'calendarAddress',
  initialState,
  reducers: {
    addressRequested(state, _action: PayloadAction<CalendarAsk>) {
      state.phase = 'asking';
      state.message = '';
    },
    /** The server's answer; null where it serves none. */
    addressAnswered(state, { payload }: PayloadAction<CalendarAnswer | null>) {
      if (!payload) return { ...initialState, phase: 'unserved' };
      const { feed, address } = payload;
      const isSame = feed?.createdAt === state.feed?.createdAt;
      return { phase: 'known', feed, address: address ?? (isSame ? state.address : null), message: '' };
    },
    addressFailed(state, { payload }: PayloadAction<string>) {
      state.phase = 'failed';
      state.message = payload;
    },
    addressClosed: () => initialState,
  },
  extraReducers: builder => builder.addCase(signedOut, () => initialState),
});

export const { addressRequested, addressAnswered, addressFailed, addressClosed } = calendarSlice.actions;

/** The account's calendar address. */
export const selectCalendarAddress = ({ calendarAddress }: { calendarAddress: CalendarState }) =>
  calendarAddress;
