import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Plus } from 'lucide-react';
import { matchPath, useLocation, useNavigate } from 'react-router-dom';
import { Icon } from '../components/Icon';
import { useMediaQuery } from '../components/useMediaQuery';
import { focusQuickAdd } from '../lib/quickAddField';
import { isView } from '../tasks/views';
import { quickAddClosed, quickAddOpened, selectIsQuickAddOpen } from '../ui/uiSlice';
import { useAppDispatch, useAppSelector } from './hooks';
import { patterns, QUICK_ADD } from './paths';
import styles from './QuickAdd.module.css';
import { QuickAddLine } from './QuickAddLine';

/** Where a round button at the thumb takes the place of the line. */
const PHONE = '(max-width: 499.98px), (pointer: coarse)';

/** The line atop a list; none on a phone. */
export const QuickAddAtop = ({ page }: { page: string }) =>
  !useMediaQuery(PHONE) && <QuickAddLine page={page} />;

/** At the foot of every page: the line while it is open there, else on a phone the button that opens it. */
export function QuickAddSheet() {
  const dispatch = useAppDispatch();
  const isOpen = useAppSelector(selectIsQuickAddOpen);
  const isPhone = useMediaQuery(PHONE);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (search !== QUICK_ADD) return;
    focusQuickAdd(() => dispatch(quickAddOpened()));
    void navigate(pathname, { replace: true });
  }, [dispatch, navigate, pathname, search]);
  const list = matchPath(patterns.list, pathname)?.params.title;
  if (isOpen) {
    const page = list ?? matchPath(patterns.form, pathname)?.params.title ?? null;
    return <Sheet page={page} pathname={pathname} />;
  }
  // At once: a phone shows its keyboard only for a field that is focused while the finger's event is handled.
  const open = () => flushSync(() => void dispatch(quickAddOpened()));
  return (
    isPhone &&
    list !== undefined &&
    (isView(list) || list === 'sticky-wall') && (
      <button type="button" className={styles.round} aria-label="Quick add" onClick={open}>
        <Icon of={Plus} size={28} />
      </button>
    )
  );
}

/** It closes when another page is opened. */
function Sheet({ page, pathname }: { page: string | null; pathname: string }) {
  const dispatch = useAppDispatch();
  const [opened] = useState(pathname);
  useEffect(() => {
    if (pathname !== opened) dispatch(quickAddClosed());
  }, [dispatch, pathname, opened]);
  return (
    <section className={styles.sheet} aria-label="New task">
      <QuickAddLine page={page} onClose={() => dispatch(quickAddClosed())} />
    </section>
  );
}
