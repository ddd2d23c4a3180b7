import { Button, TextButton } from '../components/Button';
import { dayInWords, type Day } from '../lib/days/days';
import { clockInWords } from '../lib/days/times';
import { repeatInWords } from '../repeats/makeRepeat';
import { listNames } from './Chips';
import styles from './QuickAdd.module.css';
import type { NewTask } from './quickAddActions';

type Props = { tasks: readonly NewTask[]; today: Day; onAdd: () => void; onClose: () => void };

/** The maximum length of a shown line, in characters. */
const LONGEST_SHOWN_CHARACTERS = 200;

/** The tasks that will be added by several lines. */
export const Preview = ({ tasks, today, onAdd, onClose }: Props) => (
  <div className={`${styles.below} ${styles.list}`}>
    <ol className={styles.preview} aria-label="Tasks to add" tabIndex={0}>
      {tasks.map(({ title, day, list, repeat, timing }, at) => (
        <li key={at}>
          <span dir="auto">{title.slice(0, LONGEST_SHOWN_CHARACTERS)}</span>
          <span className={styles.rest}>
            <bdi>{dayInWords(day, today)}</bdi>
            {timing && <bdi>{` ${clockInWords(timing.time)}`}</bdi>}
            <span>{`${repeat ? ` · ${repeatInWords(repeat)}` : ''} · ${listNames[list]}`}</span>
          </span>
        </li>
      ))}
    </ol>
    <div className={styles.actions}>
      <Button kind="primary" onClick={onAdd}>
        {`Add ${tasks.length} tasks`}
      </Button>
      <TextButton onClick={onClose}>Back to the text</TextButton>
    </div>
  </div>
);
