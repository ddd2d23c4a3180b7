import { useState, useLayoutEffect, useRef, type ComponentProps } from 'react';
import { useAppSelector, useAppStore } from '../../hooks';
import { CloseButton } from '../../components/Button';
import { Modal } from '../../components/Modal';
import { useAreDraftsRead, useOwnDraft } from '../../drafts/useDraft';
import { useKeyboardInset } from '../../components/hooks/useKeyboardInset';
import { noLook } from '../look';
import { NoteForm } from './NoteForm';
import styles from './NoteOverlay.module.css';
import { noFields } from './noteSchema';
import { selectAreNotesKnown, selectNote, selectNotes } from '../notesSelectors';
import { NEW_NOTE } from '../openNote';
import { classOfPaper, nextPaper, paperNameOf } from '../tools/paper';
import { useLookChoice } from '../tools/useLookChoice';

/** The duration of the animation in milliseconds. */
const GROWING_MS = 180;

/**
 * Animates a sheet out of the card with the note's key (`data-card`). Until it ends, the dialog ignores the pointer: a
 * double click's second click would hit a moving button. With reduced motion it appears at once.
 */
function useGrown<Part extends HTMLElement>(key: string) {
  const sheet = useRef<Part>(null);
  useLayoutEffect(() => {
    const element = sheet.current;
    const isStill = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
    if (!element || isStill) return;
    const card = document.querySelector(`[data-card="${CSS.escape(key)}"]`);
    const from = card?.getBoundingClientRect();
    const to = element.getBoundingClientRect();
    const small =
      from && from.width > 0
        ? `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width}, ${from.height / to.height})`
        : 'scale(0.96)';
    const growing = element.animate(
      [
        { transform: small, opacity: 0.6 },
        { transform: 'none', opacity: 1 },
      ],
      {
        duration: GROWING_MS,
        easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
      },
    );
    const dialog = element.closest('dialog') ?? element;
    dialog.style.pointerEvents = 'none';
    const stand = () => dialog.style.removeProperty('pointer-events');
    void growing.finished.then(stand, stand);
    return () => growing.cancel();
  }, [key]);
  return sheet;
}

type Props = { /** The key of a note, or `new`. */ open: string; onClose: () => void };

/** The note's paper, enlarged over the whole page until it is saved, deleted or closed. */
export function NoteOverlay(props: Props) {
  return useAreDraftsRead() && <Overlay {...props} />;
}

function Overlay({ open, onClose }: Props) {
  const isNew = open === NEW_NOTE;
  const note = useAppSelector(state => selectNote(state, open)) ?? null;
  const look = useLookChoice(note);
  const { chosen } = look;
  const store = useAppStore();
  const [newPaper] = useState(() => nextPaper(selectNotes(store.getState()).length));
  const paper = paperNameOf({ colour: isNew ? newPaper : null, notesFireId: open, ...note, ...chosen });
  const sheet = useGrown<HTMLDivElement>(open);
  useKeyboardInset();
  return (
    <Modal
      className={styles.overlay}
      aria-label={isNew ? 'New note' : 'Note'}
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
      data-covers
    >
      <div ref={sheet} className={`${styles.sheet} ${classOfPaper(paper)}`}>
        {isNew ? (
          <NoteForm note={null} isGone={false} look={look} paper={paper} onClose={onClose} />
        ) : (
          <Existing open={open} look={look} paper={paper} onClose={onClose} />
        )}
        <div className={styles.close}>
          <CloseButton onClick={onClose} />
        </div>
      </div>
    </Modal>
  );
}

type ExistingProps = Props & Pick<ComponentProps<typeof NoteForm>, 'look' | 'paper'>;

/** A deleted note stays while its form has unsaved text. */
function Existing({ open, onClose, ...rest }: ExistingProps) {
  const note = useAppSelector(state => selectNote(state, open));
  const isKnown = useAppSelector(selectAreNotesKnown);
  const draft = useOwnDraft(`note/${open}`);
  const [last, setLast] = useState(note);
  if (note && note !== last) setLast(note);
  const openedNote =
    note ?? last ?? (isKnown && draft ? { ...noFields, ...draft.base, ...noLook, notesFireId: open } : null);
  if (openedNote) return <NoteForm {...rest} note={openedNote} isGone={!note && isKnown} onClose={onClose} />;
  return <p role="status">{isKnown ? 'This note is gone.' : 'Loading your notes…'}</p>;
}
