import { memo, useLayoutEffect, useRef } from 'react';
import { useAppDispatch, useAppSelector } from '../../../hooks';
import { usePrinting } from '../../../components/hooks/usePrinting';
import { SyncMark } from '../../../ui/SyncMark';
import { selectHasDraft } from '../../../ui/uiSlice';
import { drawnCard, markCut, shownWords } from './drawnCard';
import { fieldsOf, type Note } from '../../note';
import { selectNoteOthers, selectNoteSync } from '../../notesSelectors';
import styles from './NoteCard.module.css';
import { withTick } from '../../../lib/text/checklist';
import { noteSaveRequested } from '../../noteKinds';

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
    const text = useCutMark(shownWords(note.noteDescription, isWhole));
    return drawnCard({
      note,
      isWhole,
      text,
      marks: <Marks note={note} />,
      onOpen: () => onOpen(note.notesFireId),
      onTick: (at, isTicked) => dispatch(boxTicked(note, at, isTicked)),
    });
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
