import { Ellipsis, Pin } from 'lucide-react';
import { useAppDispatch } from '../../hooks';
import { Icon } from '../../components/Icon';
import type { Note } from '../note';
import { noteLookRequested } from '../noteKinds';
import { nameOf } from '../wall/arranging/moving';
import { classOfPaper, paperNameOf } from './paper';
import styles from './CardTools.module.css';
import { Papers } from './Papers';
import { ToolButton } from './ToolButton';
import toolStyles from './ToolButton.module.css';
import { useLookChoice } from './useLookChoice';

type Props = { note: Note; onMenu: (key: string) => void };

/** Changes a note on the wall without opening it: paper, pin, and the menu with the rest. */
export function CardTools({ note, onMenu }: Props) {
  const dispatch = useAppDispatch();
  const { chosen, choose } = useLookChoice(note);
  const { notesFireId, isPinned } = note;
  const paper = paperNameOf({ ...note, ...chosen });
  return (
    <div
      role="group"
      aria-label={`Look of ${nameOf(note)}`}
      className={`${styles.tools} ${classOfPaper(paper)}`}
      data-tools
      data-typing // arrow keys move through the papers instead of the cards
      onKeyDown={event => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.currentTarget.closest('li')?.querySelector<HTMLElement>('[data-item]')?.focus();
      }}
    >
      <div className={styles.bar}>
        <Papers paper={paper} onChoose={(colour, isPassing) => choose({ colour }, isPassing)} />
        <button
          type="button"
          className={toolStyles.tool}
          aria-haspopup="menu"
          aria-label={`Menu of ${nameOf(note)}`}
          title="Menu"
          data-note-menu
          onClick={() => onMenu(notesFireId)}
        >
          <Icon of={Ellipsis} size={18} />
        </button>
      </div>
      <div className={styles.pin}>
        <ToolButton
          of={Pin}
          name="Pin"
          isOn={isPinned}
          onPress={() => dispatch(noteLookRequested(note, { isPinned: !isPinned }))}
        />
      </div>
    </div>
  );
}
