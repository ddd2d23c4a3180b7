import type { Paper } from '../look';
import { LookFields } from './LookFields';
import type { Note, NoteFields } from '../note';
import { NoteAbout } from './NoteAbout';
import styles from './NoteOverlay.module.css';
import { NotePreview } from '../wall/NotePreview';
import type { useLookChoice } from './useLookChoice';

type Props = {
  note: Note | null;
  look: ReturnType<typeof useLookChoice>;
  /** The paper that is shown as chosen. */
  paper: Paper | null;
  /** The form's current values. */
  fields: NoteFields;
  /** A box of the preview was ticked: the new description. */
  onChange: (noteDescription: string) => void;
};

/** The column beside a note's form: paper, pin, the text as the wall shows it, and the note's state. */
export const NoteBeside = ({ note, look, paper, fields, onChange }: Props) => (
  <aside className={styles.beside} aria-label="Look">
    <LookFields
      paper={paper}
      isPinned={look.chosen?.isPinned ?? note?.isPinned ?? false}
      onChoose={look.choose}
    />
    <NotePreview fields={fields} onChange={onChange} />
    <NoteAbout fireId={note?.notesFireId ?? null} description={fields.noteDescription} />
  </aside>
);
