import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from '../../hooks';
import { paths } from '../../routes';
import { NoteCard } from './card/NoteCard';
import { selectAreNotesKnown, selectNotesFailure, selectNotesPhase } from '../notesSelectors';
import { notesRequested } from '../notesSlice';
import type { OpenNote } from '../openNote';
import { CardTools } from '../tools/CardTools';
import { NoteMenu } from '../tools/NoteMenu';
import { useLongPress } from '../tools/useLongPress';
import { useTooledCards } from '../tools/useTooledCards';
import { LoadFailure } from '../../ui/LoadFailure';
import type { Note } from '../note';
import styles from './NotesSection.module.css';

type Props = {
  notes: readonly Note[];
  /** Said without notes; by default nothing is shown then. */ empty?: string;
};

/** Some notes beside the wall: My day's, a tag's. A click opens a note on the wall, and Close returns. */
export function NotesSection({ notes, empty }: Props) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
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
  if (notes.length === 0 && empty === undefined && phase !== 'failed') return null;
  return (
    <section>
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
        isKnown && phase !== 'failed' && <p className={styles.empty}>{empty}</p>
      )}
      {menuNote && <NoteMenu note={menuNote} at={menu?.at} onOpen={open} onClose={closeMenu} />}
    </section>
  );
}
