import { withTick } from '../../lib/text/checklist';
import type { NoteFields } from '../note';
import styles from './NotePreview.module.css';
import { NoteWords } from './NoteWords';

/** Characters that are previewed; it is rendered on every keystroke. */
const LONGEST = 3000;

type Props = { fields: NoteFields; onChange: (noteDescription: string) => void };

/** The note as it will hang on the wall. Its boxes can be ticked. */
export function NotePreview({ fields: { noteTitle, noteDescription }, onChange }: Props) {
  const from = noteDescription.length - noteDescription.trimStart().length;
  const whole = noteDescription.trim();
  const text = whole.slice(0, LONGEST);
  if (noteTitle.trim() === '' && text === '')
    return <p className={styles.hint}>A line that begins with “- [ ]” becomes a box to tick.</p>;
  return (
    <div className={styles.preview} role="group" aria-label="Preview">
      <strong className={styles.title} dir="auto">
        {noteTitle.slice(0, 200)}
      </strong>
      <div className={styles.words} dir="auto">
        <NoteWords
          text={text}
          from={from}
          isCut={text.length < whole.length}
          onTick={(at, isTicked) => onChange(withTick(noteDescription, at, isTicked))}
        />
      </div>
    </div>
  );
}
