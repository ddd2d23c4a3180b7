import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { openNoteOf } from '../../../notes/openNote';
import { useMediaQuery } from '../../../components/hooks/useMediaQuery';
import { drawerClosed, drawerOpened, selectIsDrawerOpen } from '../../../ui/uiSlice';
import { isEditPath } from '../../../routes';
import { useAppDispatch, useAppSelector } from '../../../hooks';

const NARROW = '(max-width: 499.98px)';
const MIDDLE = '(min-width: 500px) and (max-width: 680px)';

/**
 * The sidebar's mode: beside the page, collapsed, or a drawer over the page. It is also collapsed between 500 and 680
 * px unless a task is being edited. An open note covers the whole window and hides it.
 */
export function useSidebar() {
  const dispatch = useAppDispatch();
  const opener = useRef<HTMLElement>(null);
  const { pathname, state } = useLocation();
  const isNarrow = useMediaQuery(NARROW);
  const isMiddle = useMediaQuery(MIDDLE);
  const isOpen = useAppSelector(selectIsDrawerOpen);

  const isDrawer = isNarrow || (isMiddle && !isEditPath(pathname));
  const mode = isDrawer ? (isOpen ? 'open' : 'collapsed') : 'shown';

  return {
    mode: mode as 'open' | 'collapsed' | 'shown',
    isVisible: mode !== 'collapsed' && openNoteOf(pathname, state) === null,
    open({ currentTarget }: { currentTarget: HTMLElement }) {
      opener.current = currentTarget;
      dispatch(drawerOpened());
    },
    /** Closes an open drawer; the focus goes back to the button that opened it, which is inert until then. */
    close() {
      if (mode !== 'open') return;
      flushSync(() => dispatch(drawerClosed()));
      opener.current?.focus();
    },
  };
}

export type SidebarState = ReturnType<typeof useSidebar>;
