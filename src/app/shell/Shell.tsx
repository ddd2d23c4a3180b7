import '../../components/styles/print.css';
import { Outlet, useLocation } from 'react-router-dom';
import { selectIsEnding } from '../../auth/authSlice';
import { selectToast } from '../../history/historySlice';
import { selectNotesFailure } from '../../notes/notesSelectors';
import { selectTasksFailure } from '../../tasks/tasksSelectors';
import { selectKeptDraft, quickAddClosed, selectIsQuickAddOpen } from '../../ui/uiSlice';
import { FOOT_ID } from '../../components/AtFoot';
import { say } from '../../components/input/saying';
import { chunk } from '../../components/chunk';
import { ImportWaits } from '../../components/messages/Empty';
import { TagsOfNote, type TagsOfNoteProps } from '../../notes/tools/tagsOfNote';
import { selectIsImportWaiting } from '../../transfer/import/importBatches';
import { ErrorBoundary } from '../../components/ErrorBoundary';
import { SessionBar } from '../../account/SessionBar';
import { useAppSelector, useAppDispatch } from '../../hooks';
import { Moves } from '../../selection/gestures/Moves';
import type { RootState } from '../store/rootReducer';
import toastStyles from '../../components/messages/Toast.module.css';
import styles from './Shell.module.css';
import { QuickAddSheet } from '../../quickAdd/QuickAddSheet';
import { Sidebar } from './sidebar/Sidebar';
import { StatusLine } from '../../ui/StatusLine';
import { useSidebar, type SidebarState } from './sidebar/useSidebar';
import { ViewsBar } from './ViewsBar';
import { Palette } from '../../find/Palette';
import { selectOverlay, overlayClosed } from '../../keyboard/overlaySlice';
import { ShortcutsDialog } from '../../keyboard/ShortcutsDialog';
import { useKeyboard } from '../../keyboard/useKeyboard';
import { useEffect, useLayoutEffect } from 'react';
import { noteEntry, useBackCloses } from '../../components/hooks/useBackCloses';
import { TagColours } from '../../components/TagChip';
import { selectTagColours } from '../../tags/keptTags';
import { selectMenu } from '../../tasks/selecting/selected';
import { menuClosed } from '../../tasks/selecting/selectionSlice';
import { Menu, X } from 'lucide-react';
import { Icon } from '../../components/Icon';
import { SIDEBAR_ID } from './sidebar/links';
import { KeptDraftLine } from '../../drafts/KeptDraftLine';
import { ChangeToast } from '../../history/ChangeToast';
import type { Day } from '../../lib/days/days';
import { todayRequested, wentPastToday } from '../../tasks/views/pastToday';
import type { StepPayload } from '../../tasks/taskPayloads';
import { describeChange, describeGone, isAnnounced, kindOf } from '../store/kinds';
import { saveDraft } from './saveDraft';
import { TagCompletion } from '../../tags/TagCompletion';

type Entry = Parameters<typeof describeChange>[0];

/** Offers today instead, after late ticks of repeats that skipped today. */
function offerToday({ id, steps }: Entry, today: Day) {
  const isOnce = new Set(steps.map(({ itemKey }) => itemKey)).size === steps.length;
  const late = steps
    .flatMap(step => (kindOf(step)?.step?.(step.payload) as StepPayload | null) ?? [])
    .filter(step => wentPastToday(step, today));
  if (!isOnce || late.length === 0) return null;
  return { name: 'Today', actions: () => late.flatMap(step => todayRequested(step, id)) };
}

/** Messages over the foot of the page: a stored draft, and the last change with Undo. */
function Toasts() {
  return (
    <>
      <KeptDraftLine save={saveDraft} />
      <ChangeToast
        describe={describeChange}
        describeGone={describeGone}
        isAnnounced={isAnnounced}
        offer={offerToday}
      />
    </>
  );
}

/**
 * Sets `data-foot` on the root element: `message` while a message is shown at the foot of the page, '' while only
 * other elements are.
 */
function useFootMark() {
  useLayoutEffect(() => {
    const foot = document.getElementById(FOOT_ID)!;
    const root = document.documentElement;
    const mark = () => {
      const visible = [...foot.children].filter(child => child.hasChildNodes());
      if (visible.length === 0) root.removeAttribute('data-foot');
      else
        root.setAttribute(
          'data-foot',
          visible.some(child => child.matches('[role=status]')) ? 'message' : '',
        );
    };
    const observer = new MutationObserver(mark);
    observer.observe(foot, { childList: true, subtree: true });
    mark();
    return () => {
      observer.disconnect();
      root.removeAttribute('data-foot');
    };
  }, []);
}

/** Opens and closes the drawer. It is drawn above drawer and page, so that it can be reached in both states. */
function NavigationToggle({ sidebar: { mode, open, close } }: { sidebar: SidebarState }) {
  const isOpen = mode === 'open';
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-label={isOpen ? 'Close navigation' : 'Open navigation'}
      aria-expanded={isOpen}
      aria-controls={SIDEBAR_ID}
      onClick={isOpen ? close : open}
    >
      <Icon of={isOpen ? X : Menu} />
    </button>
  );
}

/** Makes Back close what is open over the page (drawer, sheet, palette, shortcuts, menu) before it leaves the page. */
function BackCloses({ sidebar }: { sidebar: SidebarState }) {
  const dispatch = useAppDispatch();
  const { key } = useLocation(); // the entry of an open overlay has the key of its page
  useEffect(noteEntry, [key]);
  useBackCloses(sidebar.mode === 'open', sidebar.close);
  useBackCloses(useAppSelector(selectIsQuickAddOpen), () => dispatch(quickAddClosed()));
  useBackCloses(useAppSelector(selectMenu) !== null, () => dispatch(menuClosed()));
  useBackCloses(useAppSelector(selectOverlay) !== null, () => dispatch(overlayClosed()));
  return null;
}

/** Refuses files that are dragged over what does not take them. Otherwise the browser opens them in place of the app. */
function useNoFileDrops() {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer!.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer!.dropEffect = 'none';
    };
    addEventListener('dragover', refuse);
    return () => removeEventListener('dragover', refuse);
  }, []);
}

/** Handles the keys of the signed-in pages, and shows the palette, the list of shortcuts, and what asks for a tag. */
function Keyboard() {
  const overlay = useAppSelector(selectOverlay);
  const dispatch = useAppDispatch();
  useKeyboard();
  if (overlay === 'palette') return <Palette />;
  if (overlay === 'shortcuts') return <ShortcutsDialog />;
  return overlay && <TagCommand command={overlay} onClose={() => dispatch(overlayClosed())} />;
}
const TagCommand = chunk(() => import(/* webpackChunkName: "tags" */ '../../tags/TagCommand'));

/** The frame of every signed-in page: sidebar, main part, status line. */
export function Shell() {
  const sidebar = useSidebar();
  const isDrawerOpen = sidebar.mode === 'open';
  useFootMark();
  useNoFileDrops();

  return (
    <TagColours value={useAppSelector(selectTagColours)}>
      <div className={styles.shell} data-sidebar={sidebar.mode}>
        {!isDrawerOpen && <SkipLink />}
        {sidebar.mode !== 'shown' && <NavigationToggle sidebar={sidebar} />}
        <Sidebar sidebar={sidebar} />
        {isDrawerOpen && <div className={styles.backdrop} data-testid="backdrop" onClick={sidebar.close} />}
        <div className={styles.page} inert={isDrawerOpen}>
          <main id={MAIN_ID} className={styles.main}>
            <Page />
          </main>
          <Foot />
          <Ending />
          <BackCloses sidebar={sidebar} />
          {sidebar.mode !== 'shown' && <ViewsBar sidebar={sidebar} />}
          <Keyboard />
          <Moves />
          <TagCompletion />
        </div>
      </div>
    </TagColours>
  );
}

const TagsOfNoteDialog = chunk(() => import(/* webpackChunkName: "tags" */ '../../tags/TagsOfNote'));
const renderTagsOfNote = (props: TagsOfNoteProps) => <TagsOfNoteDialog {...props} />;

/** The open page. One that fails leaves the sidebar and the foot as they are. */
function Page() {
  const { pathname } = useLocation();
  // In a short window the shell scrolls: a new page begins at its top.
  useLayoutEffect(() => {
    document.querySelector('[data-sidebar]')!.scrollTop = 0;
    say(''); // what was said of the page before
  }, [pathname]);
  return (
    <ErrorBoundary address={pathname}>
      <ImportWaits value={useAppSelector(selectIsImportWaiting)}>
        <TagsOfNote value={renderTagsOfNote}>
          <Outlet />
        </TagsOfNote>
      </ImportWaits>
    </ErrorBoundary>
  );
}

const MAIN_ID = 'main';

/** Skip link: moves the focus past the sidebar to the page's heading. */
const SkipLink = () => (
  <a
    href={`#${MAIN_ID}`}
    className={styles.skip}
    onClick={event => {
      event.preventDefault(); // keeps the address
      document.querySelector<HTMLElement>('main h1')?.focus();
    }}
  >
    Skip to content
  </a>
);

const selectIsUnreachable = (state: RootState) =>
  [selectTasksFailure(state), selectNotesFailure(state)].some(failure => failure?.code === 'network');

/** Toast, status line and quick add. A component of its own, so that their changes do not render the whole shell. */
function Foot() {
  const hasToast = useAppSelector(state => (selectToast(state) ?? selectKeptDraft(state)) !== null);
  const isUnreachable = useAppSelector(selectIsUnreachable);
  return (
    <div id={FOOT_ID} className={styles.foot}>
      <div role="status" className={toastStyles.corner}>
        {hasToast && <Toasts />}
      </div>
      <StatusLine isUnreachable={isUnreachable} />
      <QuickAddSheet />
    </div>
  );
}

const Ending = () => useAppSelector(selectIsEnding) && <SessionBar />;
