import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from '../hooks';
import { paths } from '../routes';
import { NoteCard } from '../notes/wall/card/NoteCard';
import { selectAreNotesKnown, selectNotesFailure, selectNotesPhase } from '../notes/notesSelectors';
import { notesRequested } from '../notes/notesSlice';
import type { OpenNote } from '../notes/openNote';
import { CardTools } from '../notes/tools/CardTools';
import { NoteMenu } from '../notes/tools/NoteMenu';
import { useLongPress } from '../notes/tools/useLongPress';
import { useTooledCards } from '../notes/tools/useTooledCards';
import { LoadFailure } from '../ui/LoadFailure';
import styles from './DayPage.module.css';
import { selectNotesOfDay } from './daySelectors';

/** The notes of the day. A click opens a note on the wall, and Close returns to My day. */
export function DayNotes() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const notes = useAppSelector(selectNotesOfDay);
  const isKnown = useAppSelector(selectAreNotesKnown);
  const phase = useAppSelector(selectNotesPhase);
  const failure = useAppSelector(selectNotesFailure);
  const { menu, openMenu, closeMenu, hasTools, handlers } = useTooledCards();
  const longPress = useLongPress(openMenu);
  const menuNote = notes.find(({ notesFireId }) => notesFireId === menu?.key);
  const isIdle = phase === 'idle';
  useEffect(() => {
    if (isIdle) dispatch(notesRequested());
  }, [dispatch, isIdle]);
  const open = (note: string) => void navigate(paths.wall, { state: { note } satisfies OpenNote });
  return (
    <section className={styles.section}>
      <header className={styles.title}>
        <h2>Notes</h2>
      </header>
      {phase === 'failed' && (
        <LoadFailure
          what="notes"
          failure={failure}
          isShown={isKnown || notes.length > 0}
          onRetry={() => dispatch(notesRequested())}
          className={styles.empty}
        />
      )}
      {notes.length > 0 ? (
        <ul className={styles.notes} {...handlers} {...longPress}>
          {notes.map(note => (
            <li key={note.notesFireId} data-card={note.notesFireId}>
              <NoteCard note={note} onOpen={open} />
              {hasTools(note.notesFireId) && <CardTools note={note} onMenu={openMenu} />}
            </li>
          ))}
        </ul>
      ) : (
        isKnown && phase !== 'failed' && <p className={styles.empty}>No notes yet. Write the first one.</p>
      )}
      {menuNote && <NoteMenu note={menuNote} at={menu?.at} onOpen={open} onClose={closeMenu} />}
    </section>
  );
}
