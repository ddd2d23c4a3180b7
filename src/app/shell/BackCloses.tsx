import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { noteEntry, useBackCloses } from '../../components/hooks/useBackCloses';
import { useAppDispatch, useAppSelector } from '../../hooks';
import { overlayClosed, selectOverlay } from '../../keyboard/overlaySlice';
import { selectMenu } from '../../tasks/selecting/selected';
import { menuClosed } from '../../tasks/selecting/selectionSlice';
import { quickAddClosed, selectIsQuickAddOpen } from '../../ui/uiSlice';
import type { SidebarState } from './sidebar/useSidebar';

/** Makes Back close what is open over the page (drawer, sheet, palette, shortcuts, menu) before it leaves the page. */
export function BackCloses({ sidebar }: { sidebar: SidebarState }) {
  const dispatch = useAppDispatch();
  const { key } = useLocation(); // the entry of an open overlay has the key of its page
  useEffect(noteEntry, [key]);
  useBackCloses(sidebar.mode === 'open', sidebar.close);
  useBackCloses(useAppSelector(selectIsQuickAddOpen), () => dispatch(quickAddClosed()));
  useBackCloses(useAppSelector(selectMenu) !== null, () => dispatch(menuClosed()));
  useBackCloses(useAppSelector(selectOverlay) !== null, () => dispatch(overlayClosed()));
  return null;
}
