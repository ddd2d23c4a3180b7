import { ListChecks, Pin } from 'lucide-react';
import { useAppDispatch } from '../../hooks';
import { withSubtasksOrNone, countSubtasks } from '../../lib/text/subtasks';
import { fieldsOf, type Note } from '../note';
import { noteLookRequested, noteSaveRequested } from '../noteKinds';
import { classOfPaper, paperNameOf } from './paper';
import styles from './CardTools.module.css';
import { Papers } from './Papers';
import { ToolButton } from './ToolButton';
import { useLookChoice } from './useLookChoice';
import { isBlank, trimmed } from '../../lib/text/visible';

/** Changes a note on the wall without opening it: paper, pin, or lines into subtasks. */
export function CardTools({ note }: { note: Note }) {
  const dispatch = useAppDispatch();
  const { chosen, choose } = useLookChoice(note);
  const { noteTitle, noteDescription, isPinned } = note;
  const paper = paperNameOf({ ...note, ...chosen });
  const toggleSubtasks = () => {
    const base = fieldsOf(note);
    const fields = { ...base, noteDescription: withSubtasksOrNone(noteDescription) };
    dispatch(noteSaveRequested({ fireId: note.notesFireId, base, fields }));
  };
  return (
    <div
      role="group"
      aria-label={`Look of ${trimmed(noteTitle).slice(0, 80) || '(no title)'}`}
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
        <ToolButton
          of={ListChecks}
          name="Subtasks"
          isOn={countSubtasks(noteDescription).all > 0}
          isDisabled={isBlank(noteDescription)}
          onPress={toggleSubtasks}
        />
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
