import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Plus } from 'lucide-react';
import { matchPath, useLocation, useNavigate } from 'react-router-dom';
import { Icon } from '../components/Icon';
import { useMediaQuery } from '../components/hooks/useMediaQuery';
import { focusQuickAdd } from './quickAddField';
import { isView } from '../tasks/views';
import { quickAddClosed, quickAddOpened, selectIsQuickAddOpen } from '../ui/uiSlice';
import { useAppDispatch, useAppSelector } from '../hooks';
import { patterns, QUICK_ADD } from '../routes';
import styles from './QuickAddLine.module.css';
import { QuickAddLine, type QuickAddPart } from './QuickAddLine';

/** Where a round button at the thumb takes the place of the line. */
const PHONE = '(max-width: 499.98px), (pointer: coarse)';

/** The line atop a list; none on a phone. */
export const QuickAddAtop = (props: { Part: QuickAddPart; page: string }) =>
  !useMediaQuery(PHONE) && <QuickAddLine {...props} />;

/** At the foot of every page: the line while it is open there, else on a phone the button that opens it. */
export function QuickAddSheet({ Part }: { Part: QuickAddPart }) {
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
    return <Sheet Part={Part} page={page} pathname={pathname} />;
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

type SheetProps = { Part: QuickAddPart; page: string | null; pathname: string };

/** It closes when another page is opened. */
function Sheet({ Part, page, pathname }: SheetProps) {
  const dispatch = useAppDispatch();
  const [opened] = useState(pathname);
  useEffect(() => {
    if (pathname !== opened) dispatch(quickAddClosed());
  }, [dispatch, pathname, opened]);
  return (
    <section className={styles.sheet} aria-label="New task">
      <QuickAddLine Part={Part} page={page} onClose={() => dispatch(quickAddClosed())} />
    </section>
  );
}
