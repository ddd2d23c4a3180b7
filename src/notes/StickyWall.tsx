import { useEffect } from 'react';
import { Plus } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from '../app/hooks';
import { chunk } from '../components/chunk';
import { Icon } from '../components/Icon';
import { LoadFailure } from '../components/LoadFailure';
import { rowLayout } from '../components/rowLayout';
import { useFocusOfRows } from '../components/useFocusOfRows';
import { PageHeading } from '../components/PageHeading';
import { NoteCard } from './NoteCard';
import { selectAreNotesKnown, selectNotes, selectNotesFailure, selectNotesPhase } from './notesSelectors';
import { notesRequested } from './notesSlice';
import { NEW_NOTE, openNoteOf, type OpenNote } from './openNote';
import styles from './StickyWall.module.css';

const NoteOverlay = chunk(() => import(/* webpackChunkName: "note-form" */ './NoteOverlay'), null);

const keyOfCard = (card: string) => card;

/** The wall: the add tile, then the notes, newest first. A note that is opened covers all of it. */
export default function StickyWall() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { pathname, state, key } = useLocation();
  const notes = useAppSelector(selectNotes);
  const isKnown = useAppSelector(selectAreNotesKnown);
  const hasFailed = useAppSelector(selectNotesPhase) === 'failed';
  const failure = useAppSelector(selectNotesFailure);
  // The add tile is the first of the cards.
  const cards = [NEW_NOTE, ...notes.map(({ notesFireId }) => notesFireId)];
  const { list, onFocus, onBlur } = useFocusOfRows<HTMLUListElement, string>(
    rowLayout([{ key: 'cards', items: cards }], keyOfCard, false),
    keyOfCard,
  );
  const openNote = openNoteOf(pathname, state);
  const hasEntries = notes.some(({ notesFireId }) => notesFireId !== '');

  useEffect(() => {
    dispatch(notesRequested());
  }, [dispatch]);
  useEffect(() => void NoteOverlay.preload(), []);

  const open = (note: string) => navigate(pathname, { state: { note } satisfies OpenNote });
  const close = () => (key === 'default' ? navigate(pathname, { replace: true }) : navigate(-1));

  return (
    <section className={styles.wall}>
      <header className={styles.head}>
        <PageHeading page="sticky-wall">Sticky Wall</PageHeading>
      </header>
      {!isKnown && !hasFailed && (
        <p role="status" className={styles.words}>
          Loading your notes…
        </p>
      )}
      <div className={styles.scroller}>
        <ul ref={list} className={styles.grid} onFocus={onFocus} onBlur={onBlur}>
          <li>
            <button type="button" className={styles.add} data-item onClick={() => open(NEW_NOTE)}>
              <Icon of={Plus} size={28} />
              Add note
            </button>
          </li>
          {notes.map((note, at) =>
            note.notesFireId !== '' ? (
              <li key={note.notesFireId}>
                <NoteCard note={note} onOpen={open} />
              </li>
            ) : (
              // The placeholders stand while the notes load; after a failure there is nothing to wait for.
              !hasFailed && <li key={at} aria-hidden className={styles.placeholder} />
            ),
          )}
        </ul>
        {hasFailed && (
          <LoadFailure
            what="notes"
            failure={failure}
            isShown={isKnown || hasEntries}
            onRetry={() => dispatch(notesRequested())}
            className={styles.empty}
          />
        )}
        {isKnown && !hasEntries && (
          <p className={styles.empty}>The wall is empty. What should it remember for you?</p>
        )}
      </div>
      {openNote !== null && <NoteOverlay key={openNote} open={openNote} onClose={close} />}
    </section>
  );
}
