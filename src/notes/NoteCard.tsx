import { memo, useLayoutEffect, useRef } from 'react';
import { Pin } from 'lucide-react';
import { useAppSelector } from '../app/hooks';
import { Icon } from '../components/Icon';
import { usePrinting } from '../components/usePrinting';
import { SyncMark } from '../components/SyncMark';
import { LONGEST_TITLE, LONGEST_WORDS } from './guessHeight';
import type { Note } from './note';
import { selectNoteSync } from './notesSelectors';
import styles from './NoteCard.module.css';
import { paperOf } from './paper';

type Props = { note: Note; onOpen: (note: string) => void };

/** A sheet of paper, as tall as its words. Handlers that keep their identity are not needed: what is compared is the note. */
export const NoteCard = memo(
  function NoteCard({ note, onOpen }: Props) {
    const sync = useAppSelector(state => selectNoteSync(state, note.notesFireId));
    const isWhole = usePrinting();
    const { className, style } = paperOf(note);
    const whole = note.noteDescription.trim();
    const words = isWhole ? whole : whole.slice(0, LONGEST_WORDS);
    const text = useCutMark(words);
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
          {(isWhole ? note.noteTitle : note.noteTitle.slice(0, LONGEST_TITLE)) || '(no title)'}
        </strong>
        {words && (
          <span ref={text} className={styles.description} dir="auto">
            {words}
          </span>
        )}
        {note.isPinned && (
          <span className={styles.pin}>
            <Icon of={Pin} size={16} />
            <span className={styles.hidden}>, pinned</span>
          </span>
        )}
        <SyncMark sync={sync} />
      </button>
    );
  },
  (before, after) => before.note === after.note && before.onOpen === after.onOpen,
);

/** Marks text that does not fit, so that it fades: nothing else does. */
function useCutMark(words: string) {
  const text = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = text.current;
    if (!element) return;
    const mark = () => element.toggleAttribute('data-cut', element.scrollHeight > element.clientHeight + 1);
    mark();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    return () => observer.disconnect();
  }, [words]);
  return text;
}
