import { memo, useLayoutEffect, useRef } from 'react';
import { useAppDispatch, useAppSelector } from '../../../hooks';
import { TagChips } from '../../../components/TagChip';
import { piecesOf, withoutTags } from '../../../../shared/tags';
import { usePrinting } from '../../../components/hooks/usePrinting';
import { SyncMark } from '../../../ui/SyncMark';
import { selectHasDraft } from '../../../ui/uiSlice';
import { Pin } from 'lucide-react';
import { Icon } from '../../../components/Icon';
import { paperOf } from '../../tools/paper';
import { LONGEST_TITLE_CHARACTERS, LONGEST_WORDS_CHARACTERS } from './guessHeight';
import { canBePressed, NoteWords } from './NoteWords';
import { fieldsOf, type Note } from '../../note';
import { selectNoteOthers, selectNoteSync } from '../../notesSelectors';
import styles from './NoteCard.module.css';
import { countSubtasks, withTick, withLineFeeds } from '../../../lib/text/subtasks';
import { noteSaveRequested } from '../../noteKinds';
import { isBlank, trimmed } from '../../../lib/text/visible';

/** Ticks or unticks a box of the note: changes the mark at an index of its text. */
function boxTicked(note: Note, at: number, isTicked: boolean) {
  const base = fieldsOf(note);
  const noteDescription = withTick(base.noteDescription, at, isTicked);
  return noteSaveRequested({ fireId: note.notesFireId, base, fields: { ...base, noteDescription } });
}

type Props = { note: Note; onOpen: (note: string) => void };

/**
 * A note on the wall, as tall as its text. A button covers it; boxes and links are above that. It is memoised by the
 * note alone, so handlers need not keep their identity.
 */
export const NoteCard = memo(
  function NoteCard({ note, onOpen }: Props) {
    const dispatch = useAppDispatch();
    const isWhole = usePrinting();
    const { notesFireId, noteTitle, noteDescription } = note;
    const { className, style } = paperOf(note);
    const from = noteDescription.length - noteDescription.trimStart().length;
    const title = withoutTags(noteTitle);
    const whole = withLineFeeds(trimmed(noteDescription));
    const words = whole.slice(0, isWhole ? undefined : LONGEST_WORDS_CHARACTERS);
    const text = useCutMark(words);
    // Text without boxes or links is part of the card's button.
    const isTagged = isBlank(noteTitle) && piecesOf(words.split('\n', 1)[0]!).some(({ tag }) => tag !== null);
    const hasParts = isTagged || canBePressed(words);
    const marks = <Marks note={note} />;
    return (
      <div className={`${styles.card} ${className}`} style={style} data-paper>
        <button
          type="button"
          className={styles.open}
          data-item
          data-note={notesFireId}
          onClick={() => onOpen(notesFireId)}
        >
          <strong className={!isBlank(noteTitle) || !whole ? styles.title : styles.hidden} dir="auto">
            {trimmed(isWhole ? title : title.slice(0, LONGEST_TITLE_CHARACTERS)) || '(no title)'}
          </strong>
          {words && !hasParts && (
            <span ref={text} className={styles.description} dir="auto" data-words>
              {words}
            </span>
          )}
          {note.isPinned && (
            <span className={styles.pin}>
              <Icon of={Pin} size={16} />
              <span className={styles.hidden}>, pinned</span>
            </span>
          )}
          {!hasParts && marks}
        </button>
        {hasParts && (
          <>
            <div ref={text} className={styles.description} dir="auto" data-words>
              <NoteWords
                text={words}
                from={from}
                isCut={words.length < whole.length}
                isTagged={isTagged}
                onTick={(at, isTicked) => dispatch(boxTicked(note, at, isTicked))}
              />
            </div>
            <BoxCount description={noteDescription} />
            {marks}
          </>
        )}
        <TagChips line={noteTitle} />
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
      {hasDraft && <span className={styles.draft}>Not saved</span>}
    </>
  );
}

/** Shown where the text is truncated (NoteCard.module.css), because some boxes may be hidden then. */
function BoxCount({ description }: { description: string }) {
  const { ticked, all } = countSubtasks(description);
  if (all === 0) return null;
  return <span className={styles.count}>{`${ticked} of ${all}`}</span>;
}

/** Marks truncated text, so that only this fades, and makes its invisible boxes and links unfocusable. */
function markCut(text: HTMLElement) {
  const isCut = text.scrollHeight > text.clientHeight + 1;
  text.toggleAttribute('data-cut', isCut);
  const { bottom } = text.getBoundingClientRect();
  for (const line of text.querySelectorAll<HTMLElement>('[data-line]'))
    line.inert = isCut && line.getBoundingClientRect().bottom > bottom + 1;
}

/** Marks truncated text whenever its size changes. */
function useCutMark(words: string) {
  const text = useRef<HTMLDivElement & HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = text.current;
    if (!element) return;
    const mark = () => markCut(element);
    mark();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    return () => observer.disconnect();
  }, [words]);
  return text;
}
