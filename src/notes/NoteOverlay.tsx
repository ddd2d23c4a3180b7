import { useAppSelector } from '../app/hooks';
import { CloseButton } from '../components/Button';
import { Modal } from '../components/Modal';
import { NoteForm } from './NoteForm';
import styles from './NoteOverlay.module.css';
import { selectAreNotesKnown, selectNote } from './notesSelectors';
import { NEW_NOTE } from './openNote';
import { paperOf } from './paper';

type Props = { /** A key, or `new`. */ open: string; onClose: () => void };

/** The same sheet of paper, grown large: it covers everything until it is saved, deleted or closed. */
export default function NoteOverlay({ open, onClose }: Props) {
  const note = useAppSelector(state => selectNote(state, open));
  const isKnown = useAppSelector(selectAreNotesKnown);
  const isNew = open === NEW_NOTE;
  const { className } = paperOf(isNew ? '' : open);
  return (
    <Modal
      className={`${styles.overlay} ${className}`}
      aria-label={isNew ? 'New note' : 'Note'}
      onClose={onClose}
    >
      <div className={styles.column}>
        {isNew || note ? (
          <NoteForm note={note ?? null} onClose={onClose} />
        ) : (
          <p role="status">{isKnown ? 'This note is not here any more.' : 'Loading your notes…'}</p>
        )}
      </div>
      <div className={styles.close}>
        <CloseButton onClick={onClose} />
      </div>
    </Modal>
  );
}
