import { memo, useLayoutEffect, useRef } from 'react';
import { Pin } from 'lucide-react';
import { useAppDispatch, useAppSelector } from '../../../hooks';
import { Icon } from '../../../components/Icon';
import { usePrinting } from '../../../components/hooks/usePrinting';
import { SyncMark } from '../../../ui/SyncMark';
import { selectHasDraft } from '../../../ui/uiSlice';
import { withTick } from '../../../lib/text/checklist';
import { countBoxes } from '../../../lib/text/countBoxes';
import { canBePressed } from './canBePressed';
import { LONGEST_TITLE, LONGEST_WORDS } from './guessHeight';
import { fieldsOf, type Note } from '../../note';
import { noteSaveRequested } from '../../noteKinds';
import { NoteWords } from './NoteWords';
import { selectNoteOthers, selectNoteSync } from '../../notesSelectors';
import styles from './NoteCard.module.css';
import { paperOf } from '../../tools/paper';

type Props = { note: Note; onOpen: (note: string) => void };

/**
 * A note on the wall, as tall as its text. A button covers it; boxes and links are above that. It is memoised by the
 * note alone, so handlers need not keep their identity.
 */
export const NoteCard = memo(
  function NoteCard({ note, onOpen }: Props) {
    const { notesFireId, noteTitle, noteDescription } = note;
    const isWhole = usePrinting();
    const { className, style } = paperOf(note);
    const from = noteDescription.length - noteDescription.trimStart().length;
    const whole = noteDescription.trim();
    const words = isWhole ? whole : whole.slice(0, LONGEST_WORDS);
    // Text without boxes or links is part of the card's button.
    const hasParts = canBePressed(words);
    const text = useCutMark(words);
    const tick = useTick(note);
    return (
      <div className={`${styles.card} ${className}`} style={style} data-paper>
        <button
          type="button"
          className={styles.open}
          data-item
          data-note={notesFireId}
          onClick={() => onOpen(notesFireId)}
        >
          <strong className={noteTitle.trim() || !whole ? styles.title : styles.hidden} dir="auto">
            {(isWhole ? noteTitle : noteTitle.slice(0, LONGEST_TITLE)).trim() || '(no title)'}
          </strong>
          {words && !hasParts && (
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
          {!hasParts && <Marks note={note} />}
        </button>
        {hasParts && (
          <>
            <div ref={text} className={styles.description} dir="auto">
              <NoteWords text={words} from={from} isCut={words.length < whole.length} onTick={tick} />
            </div>
            <BoxCount description={noteDescription} />
            <Marks note={note} />
          </>
        )}
      </div>
    );
  },
  (before, after) => before.note === after.note && before.onOpen === after.onOpen,
);

/** Marks for an unsaved note, and for a form that was left with a draft. */
function Marks({ note: { notesFireId } }: Pick<Props, 'note'>) {
  const sync = useAppSelector(state => selectNoteSync(state, notesFireId));
  const others = useAppSelector(state => selectNoteOthers(state, notesFireId));
  const hasDraft = useAppSelector(state => selectHasDraft(state, `note/${notesFireId}`));
  return (
    <>
      <SyncMark sync={sync} others={others} />
      {hasDraft && <span className={styles.draft}>Draft</span>}
    </>
  );
}

/** Shown where the text is truncated (NoteCard.module.css), because some boxes may be hidden then. */
function BoxCount({ description }: { description: string }) {
  const { ticked, all } = countBoxes(description);
  if (all === 0) return null;
  return (
    <span className={styles.count}>
      {ticked} of {all}
    </span>
  );
}

/** Toggles a box of the note by changing one mark of its text. */
function useTick(note: Note) {
  const dispatch = useAppDispatch();
  return (at: number, isTicked: boolean) => {
    const base = fieldsOf(note);
    const noteDescription = withTick(base.noteDescription, at, isTicked);
    dispatch(noteSaveRequested({ fireId: note.notesFireId, base, fields: { ...base, noteDescription } }));
  };
}

/** Marks truncated text, so that only this fades, and makes its invisible boxes and links unfocusable. */
function useCutMark(words: string) {
  const text = useRef<HTMLDivElement & HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = text.current;
    if (!element) return;
    const mark = () => {
      const isCut = element.scrollHeight > element.clientHeight + 1;
      element.toggleAttribute('data-cut', isCut);
      const { bottom } = element.getBoundingClientRect();
      for (const line of element.querySelectorAll<HTMLElement>('[data-line]'))
        line.inert = isCut && line.getBoundingClientRect().bottom > bottom + 1;
    };
    mark();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    return () => observer.disconnect();
  }, [words]);
  return text;
}
