import { useState } from 'react';
import { TextButton } from '../../components/Button';
import { usePrinting } from '../../components/hooks/usePrinting';
import { linesOf } from '../../lib/text/checklist';
import styles from './SubtaskList.module.css';
import { trimmed } from '../../lib/text/visible';

/** The number of subtasks shown before *Show all*, because the list is rendered at every keystroke of its form. */
const SHOWN_SUBTASKS = 50;

type Props = {
  /** The label for screen readers. */
  label: string;
  description: string;
  /** True below a row, aligned with the task's name. */
  isInRow?: boolean;
  /** Called with the index, in the description, of the mark of a pressed box. */
  onTick: (at: number, isTicked: boolean) => void;
};

/** The `- [ ]` lines of a description as checkboxes. */
export function SubtaskList({ label, description, isInRow = false, onTick }: Props) {
  const [isWhole, setIsWhole] = useState(false);
  const isPrinting = usePrinting();
  const subtasks = linesOf(description).flatMap(({ text, box }) => (box ? { text, ...box } : []));
  const visible = isWhole || isPrinting ? subtasks : subtasks.slice(0, SHOWN_SUBTASKS);
  if (subtasks.length === 0) return null;
  return (
    <div className={styles.subtasks} data-in-row={isInRow || undefined}>
      <ul className={styles.list} aria-label={label}>
        {visible.map(({ text, at, isTicked }, index) => (
          <li key={index}>
            <label className={styles.subtask}>
              <input
                type="checkbox"
                className={styles.box}
                checked={isTicked}
                onChange={({ target }) => onTick(at, target.checked)}
                data-subtask
              />
              <span className={styles.words} dir="auto" data-ticked={isTicked || undefined}>
                {trimmed(text).slice(0, LONGEST_SHOWN_CHARACTERS) || '(no words)'}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {visible.length < subtasks.length && (
        <TextButton
          onClick={() => setIsWhole(true)}
        >{`Show all ${subtasks.length.toLocaleString()}`}</TextButton>
      )}
    </div>
  );
}

/** The maximum length of a shown subtask; the description has the rest. */
const LONGEST_SHOWN_CHARACTERS = 1000;
