import { useState, type ReactNode } from 'react';
import { TextButton } from '../Button';
import { usePrinting } from '../hooks/usePrinting';
import { linesOf } from '../../lib/text/subtasks';
import styles from './SubtaskList.module.css';
import { trimmed } from '../../lib/text/visible';

/** The number of subtasks shown before *Show all*, because the list is rendered at every keystroke of its form. */
const SHOWN_SUBTASKS = 50;

/** A subtask: its words, the index of its mark in the description, and whether it is ticked. */
type Subtask = { text: string; at: number; isTicked: boolean };
type TickProps = Omit<Subtask, 'text'> & {
  /** Called with the index, in the description, of the mark of a pressed box. */
  onTick: (at: number, isTicked: boolean) => void;
};

type Props = {
  /** The label for screen readers. */
  label: string;
  description: string;
  /** Renders a subtask, by its index among them. */
  children: (subtask: Subtask, index: number) => ReactNode;
};

/** The subtasks of a description. */
export function SubtaskList({ label, description, children }: Props) {
  const [isWhole, setIsWhole] = useState(false);
  const isPrinting = usePrinting();
  const subtasks = linesOf(description).flatMap(({ text, box }) => (box ? { text, ...box } : []));
  const visible = isWhole || isPrinting ? subtasks : subtasks.slice(0, SHOWN_SUBTASKS);
  if (subtasks.length === 0) return null;
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {visible.map(children)}
      </ul>
      {visible.length < subtasks.length && (
        <TextButton
          onClick={() => setIsWhole(true)}
        >{`Show all ${subtasks.length.toLocaleString()}`}</TextButton>
      )}
    </>
  );
}

/** The maximum length of a shown subtask; the description has the rest. */
const LONGEST_SHOWN_CHARACTERS = 1000;
const shown = (text: string) => trimmed(text).slice(0, LONGEST_SHOWN_CHARACTERS) || '(empty)';

/** The box of a subtask. `name` is for a box without a label of its own. */
export const SubtaskBox = ({ at, isTicked, onTick, name }: TickProps & { name?: string }) => (
  <input
    type="checkbox"
    className={styles.box}
    checked={isTicked}
    onChange={({ target }) => onTick(at, target.checked)}
    aria-label={name === undefined ? undefined : shown(name)}
    data-subtask
  />
);

/** The subtasks of a task below its row. */
export const RowSubtasks = ({ onTick, ...list }: Omit<Props, 'children'> & Pick<TickProps, 'onTick'>) => (
  <div className={styles.inRow}>
    <SubtaskList {...list}>
      {({ text, ...tick }, index) => (
        <li key={index}>
          <label className={styles.subtask}>
            <SubtaskBox {...tick} onTick={onTick} />
            <span className={styles.words} dir="auto" data-ticked={tick.isTicked || undefined}>
              {shown(text)}
            </span>
          </label>
        </li>
      )}
    </SubtaskList>
  </div>
);
