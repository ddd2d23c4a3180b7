import { memo } from 'react';
import { useAppSelector } from '../app/hooks';
import { usePrinting } from '../components/usePrinting';
import { SyncMark } from '../components/SyncMark';
import type { Note } from './note';
import { selectNoteSync } from './notesSelectors';
import styles from './NoteCard.module.css';
import { paperOf } from './paper';

/** A square of paper. Handlers that keep their identity are not needed: what is compared is the note. */
export const NoteCard = memo(
  function NoteCard({ note, onOpen }: { note: Note; onOpen: (note: string) => void }) {
    const sync = useAppSelector(state => selectNoteSync(state, note.notesFireId));
    const isWhole = usePrinting();
    const { className, style } = paperOf(note.notesFireId);
    return (
      <button
        type="button"
        className={`${styles.card} ${className}`}
        style={style}
        data-item
        data-note={note.notesFireId}
        onClick={() => onOpen(note.notesFireId)}
      >
        <strong className={styles.title} dir="auto">
          {(isWhole ? note.noteTitle : note.noteTitle.slice(0, 200)) || '(no title)'}
        </strong>
        <span className={styles.description} dir="auto">
          {isWhole ? note.noteDescription : note.noteDescription.slice(0, 600)}
        </span>
        <span className={styles.state}>
          <SyncMark sync={sync} />
        </span>
      </button>
    );
  },
  (before, after) => before.note === after.note,
);
