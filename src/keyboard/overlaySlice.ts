import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../auth/authSlice';

export type Overlay = 'palette' | 'shortcuts' | 'renameTag' | 'filterByTag';
type OverlayState = { open: Overlay | null };

const initialState: OverlayState = { open: null };

/** The dialog over the page: palette, shortcuts, or what asks for a tag. */
export const overlaySlice = createSlice({
  name: 'overlay',
  initialState,
  reducers: {
    overlayOpened(state, { payload }: PayloadAction<Overlay>) {
      state.open = payload;
    },
    overlayClosed(state) {
      state.open = null;
    },
  },
  extraReducers: builder => builder.addCase(signedOut, () => initialState),
  selectors: { selectOverlay: state => state.open },
});

export const { overlayOpened, overlayClosed } = overlaySlice.actions;
export const { selectOverlay } = overlaySlice.selectors;
