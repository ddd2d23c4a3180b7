import type { ReactNode, Ref } from 'react';
import { Pin } from 'lucide-react';
import { Icon } from '../../../components/Icon';
import { countBoxes } from '../../../lib/text/checklist';
import type { CardNote } from '../../note';
import { paperOf } from '../../tools/paper';
import { canBePressed } from './canBePressed';
import { LONGEST_TITLE_CHARACTERS, LONGEST_WORDS_CHARACTERS } from './guessHeight';
import styles from './NoteCard.module.css';
import { NoteWords } from './NoteWords';

/** The part of a description that a card shows. */
export const shownWords = (description: string, isWhole?: boolean) =>
  description.trim().slice(0, isWhole ? undefined : LONGEST_WORDS_CHARACTERS);

type Drawn = {
  note: CardNote;
  /** Whether all of the text is shown, for printing. */
  isWhole?: boolean;
  marks?: ReactNode;
  text?: Ref<HTMLDivElement & HTMLSpanElement>;
  onOpen?: () => void;
  onTick?: (at: number, isTicked: boolean) => void;
};

/** A card of the wall. It has no hooks, because both the app and the first frame call it. */
export function drawnCard({ note, isWhole, marks, text, onOpen, onTick }: Drawn) {
  const { notesFireId, noteTitle, noteDescription } = note;
  const { className, style } = paperOf(note);
  const from = noteDescription.length - noteDescription.trimStart().length;
  const whole = noteDescription.trim();
  const words = shownWords(noteDescription, isWhole);
  // Text without boxes or links is part of the card's button.
  const hasParts = canBePressed(words);
  return (
    <div className={`${styles.card} ${className}`} style={style} data-paper>
      <button type="button" className={styles.open} data-item data-note={notesFireId} onClick={onOpen}>
        <strong className={noteTitle.trim() || !whole ? styles.title : styles.hidden} dir="auto">
          {(isWhole ? noteTitle : noteTitle.slice(0, LONGEST_TITLE_CHARACTERS)).trim() || '(no title)'}
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
            <NoteWords text={words} from={from} isCut={words.length < whole.length} onTick={onTick} />
          </div>
          <BoxCount description={noteDescription} />
          {marks}
        </>
      )}
    </div>
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

/** Marks truncated text, so that only this fades, and makes its invisible boxes and links unfocusable. */
export function markCut(text: HTMLElement) {
  const isCut = text.scrollHeight > text.clientHeight + 1;
  text.toggleAttribute('data-cut', isCut);
  const { bottom } = text.getBoundingClientRect();
  for (const line of text.querySelectorAll<HTMLElement>('[data-line]'))
    line.inert = isCut && line.getBoundingClientRect().bottom > bottom + 1;
}
