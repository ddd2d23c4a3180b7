import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useMediaQuery } from '../components/hooks/useMediaQuery';
import { useRootAttribute } from '../components/hooks/useRootAttribute';
import { focusQuickAdd, PHONE } from './quickAddField';
import { quickAddClosed, quickAddOpened, selectIsQuickAddOpen, selectQuickAddDay } from '../ui/uiSlice';
import { useAppDispatch, useAppSelector } from '../hooks';
import { listAt, QUICK_ADD } from '../routes';
import styles from './QuickAddLine.module.css';
import { QuickAddLine } from './QuickAddLine';

/** The line above a list; not on a phone. */
export const QuickAddAtop = (props: { page: string }) => !useMediaQuery(PHONE) && <QuickAddLine {...props} />;

/** The line at the foot of a page, while it is open there. */
export function QuickAddSheet() {
  const dispatch = useAppDispatch();
  const isOpen = useAppSelector(selectIsQuickAddOpen);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (search !== QUICK_ADD) return;
    focusQuickAdd(() => dispatch(quickAddOpened()));
    void navigate(pathname, { replace: true });
  }, [dispatch, navigate, pathname, search]);
  if (!isOpen) return null;
  return <Sheet page={listAt(pathname + search)?.title ?? null} pathname={pathname} />;
}

type SheetProps = { page: string | null; pathname: string };

/** It closes when the user opens another page. */
function Sheet({ page, pathname }: SheetProps) {
  const dispatch = useAppDispatch();
  const [opened] = useState(pathname);
  const day = useAppSelector(selectQuickAddDay);
  useRootAttribute('data-quick-add');
  useEffect(() => {
    if (pathname !== opened) dispatch(quickAddClosed());
  }, [dispatch, pathname, opened]);
  return (
    <section className={styles.sheet} aria-label="New task">
      <QuickAddLine key={day} page={page} day={day} onClose={() => dispatch(quickAddClosed())} />
    </section>
  );
}
