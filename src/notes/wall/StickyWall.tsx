import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAppSelector, useAppStore } from '../../hooks';
import { Empty } from '../../components/messages/Empty';
import { LoadFailure } from '../../ui/LoadFailure';
import { Notice } from '../../components/messages/Notice';
import { PageHeading } from '../../components/PageHeading';
import { CloseButton, TextButton } from '../../components/Button';
import { selectAreNotesKnown, selectNotes, selectNotesFailure, selectNotesPhase } from '../notesSelectors';
import { NoteOverlay } from '../form/NoteOverlay';
import { notesRequested } from '../notesSlice';
import { openNoteOf, type OpenNote } from '../openNote';
import { paperNameOf } from '../tools/paper';
import styles from './StickyWall.module.css';
import { filterNotes, isFiltering, noFilter } from './wallFilter';
import { WallFinder } from './WallFinder';
import { useWordsOnWall } from './line/useWordsOnWall';
import { useFocusLeft } from '../../components/hooks/useFocusLeft';
import { useTimedMessage } from '../../components/hooks/useTimedMessage';
import { WallGrid } from './grid/WallGrid';
import { WallLine } from './line/WallLine';

/** The wall: the add tile, then the notes in order. An open note covers it completely. */
export function StickyWall() {
  const { dispatch, getState } = useAppStore();
  const navigate = useNavigate();
  const { pathname, state, key } = useLocation();
  const notes = useAppSelector(selectNotes);
  const isKnown = useAppSelector(selectAreNotesKnown);
  const hasFailed = useAppSelector(selectNotesPhase) === 'failed';
  const failure = useAppSelector(selectNotesFailure);
  const openNote = openNoteOf(pathname, state);
  const [filter, setFilter] = useState(noFilter);
  const isFiltered = isFiltering(filter);
  const hasEntries = notes.some(({ notesFireId }) => notesFireId !== '');
  // Placeholders are shown while the notes load, but not after a failure.
  const hanging = useMemo(
    () => (hasFailed ? notes.filter(({ notesFireId }) => notesFireId !== '') : notes),
    [notes, hasFailed],
  );
  const applied = useDeferredValue(filter);
  const found = useMemo(() => filterNotes(hanging, applied), [hanging, applied]);
  const papers = useMemo(() => new Set(hanging.map(paperNameOf)), [hanging]);

  useEffect(() => {
    if (selectNotesPhase(getState()) !== 'loading') dispatch(notesRequested());
  }, [dispatch, getState]);

  const open = useCallback(
    (note: string) => void navigate(pathname, { state: { note } satisfies OpenNote }),
    [navigate, pathname],
  );
  const { zone, given, refusal, forgetRefusal } = useWordsOnWall();
  const [said, setSaid] = useState('');
  const close = () => (key === 'default' ? navigate(pathname, { replace: true }) : navigate(-1));

  return (
    <section className={styles.wall} {...zone}>
      <header className={styles.head}>
        <PageHeading page="sticky-wall">Sticky Wall</PageHeading>
        {(hasEntries || isFiltered || !isKnown) && (
          <WallFinder
            isHidden={!hasEntries && !isFiltered}
            filter={filter}
            onChange={setFilter}
            papers={papers}
            hasPins={hanging.some(({ isPinned }) => isPinned)}
          />
        )}
      </header>
      <WallLine
        given={given}
        onKept={({ noteTitle }) => {
          setSaid(noteTitle ? `Added “${noteTitle}”` : 'Note added');
          setFilter(noFilter);
        }}
      />
      {refusal !== null && <Refusal words={refusal} onClose={forgetRefusal} />}
      <div className={styles.scroller} data-scroller>
        <p role="status" className={isFiltered ? styles.count : styles.words}>
          <span>
            {isFiltered ? countOf(found.length) : !isKnown && !hasFailed ? 'Loading your notes…' : said}
          </span>
          {isFiltered && found.length === 0 && (
            <TextButton onClick={() => setFilter(noFilter)}>Show all notes</TextButton>
          )}
        </p>
        <WallGrid notes={found} hasAddTile={!isFiltered} onOpen={open} />
        {hasFailed && (
          <LoadFailure
            what="notes"
            failure={failure}
            isShown={isKnown || hasEntries}
            onRetry={() => dispatch(notesRequested())}
            className={styles.empty}
          />
        )}
        {isKnown && !hasEntries && <EmptyWall />}
      </div>
      {openNote !== null && <NoteOverlay key={openNote} open={openNote} onClose={close} />}
    </section>
  );
}

const countOf = (notes: number) => `${notes.toLocaleString()} ${notes === 1 ? 'note' : 'notes'}`;

function EmptyWall() {
  return (
    <Empty
      drawing={
        <>
          <path d="m38 22 40-4 4 40-10 12-30 3z" />
          <path d="m82 58-12 1 2 11M48 34l22-2M49 44l22-2M50 54l10-1" fill="none" />
          <circle cx="58" cy="20" r="6" data-sun />
        </>
      }
    >
      <p>No notes yet. Write the first one.</p>
    </Empty>
  );
}

/** Says that dropped or pasted content cannot be stored; shown as long as any other message of the page. */
function Refusal({ words, onClose }: { words: string; onClose: () => void }) {
  const holds = useTimedMessage(words, onClose);
  return (
    <div className={styles.refusal} ref={useFocusLeft<HTMLDivElement>()} {...holds}>
      <Notice kind="failure">{words}</Notice>
      <CloseButton aria-label="Dismiss" title="Dismiss" onClick={onClose} />
    </div>
  );
}
