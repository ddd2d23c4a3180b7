import type { ComponentProps, ReactNode } from 'react';
import { countBoxes } from '../../../lib/text/countBoxes';
import { dayInWords, type Day } from '../../../lib/days/days';
import type { Task } from '../../task';
import moveStyles from './MoveButton.module.css';
import styles from './TaskRow.module.css';
import tickStyles from './TickBox.module.css';

// Functions without hooks: the row's components call them, and so does the first frame, which is drawn without React.

const LONGEST_READ = 100;
/** More characters than any screen shows in a line; the rest would only cost layout. */
const LONGEST_SHOWN = 300;
const listNames = { personal: 'Personal', work: 'Work' };

/** Said of a task that repeats until the words of its rule are here. */
export const repeatsMark = <span>repeats</span>;

/** Where a row stands. */
export type Place = {
  /** As in its address: 'today', 'done'. */
  list: string;
  today: Day;
  /** The heading above says its day, or the view does. */
  isDaySaid?: boolean;
};

export type ShownTask = Pick<Task, 'taskId' | 'taskName' | 'taskDescription' | 'taskList'>;
type Shown = { day: Day | null; isDone: boolean; parts: string | null; about: ReactNode };

/** In the link to a task: its name and what there is to say of it; `about` is said behind its day. */
export function rowWords(
  { list, today, isDaySaid = false }: Place,
  task: ShownTask,
  { day, isDone, parts, about }: Shown,
) {
  const name = task.taskName.trim();
  const isLate = !isDone && day !== null && day < today;
  return (
    <>
      <span className={styles.text}>
        <span className={name ? styles.name : styles.noName} dir="auto">
          {name.slice(0, LONGEST_SHOWN) || '(no name)'}
        </span>
        <span className={styles.about}>
          {!isDaySaid && <span data-late={isLate || undefined}>{dayInWords(day, today)}</span>}
          {about}
        </span>
      </span>
      {list !== task.taskList && (
        <span
          className={styles.list}
          data-list={task.taskList}
          role="img"
          aria-label={listNames[task.taskList]}
        />
      )}
      {!parts && task.taskDescription.trim() !== '' && (
        <span className={styles.described} role="img" aria-label="has a description" />
      )}
    </>
  );
}

/** `2 of 5`; null for a task without parts. */
export function partsOf({ taskDescription }: ShownTask): string | null {
  if (!taskDescription.includes('- [')) return null;
  const { ticked, all } = countBoxes(taskDescription);
  return all > 0 ? `${ticked} of ${all}` : null;
}

/** How many parts are ticked; it shows and hides them. */
export const partsButton = ({ taskName }: ShownTask, words: string, button: ComponentProps<'button'>) => (
  <button
    {...button}
    type="button"
    className={styles.parts}
    aria-label={`${words} parts: ${taskName.slice(0, LONGEST_READ)}`}
    data-parts
  >
    {words}
  </button>
);

/** The circle that ticks a task off. */
export const tickBox = ({ taskName }: ShownTask, box: ComponentProps<'input'>) => (
  <input
    type="checkbox"
    className={tickStyles.box}
    aria-label={`Done: ${taskName.slice(0, LONGEST_READ)}`}
    {...box}
  />
);

/** Opens the menu that moves a task. */
export const moveButton = ({ taskId, taskName }: ShownTask) => (
  <button
    type="button"
    className={moveStyles.button}
    data-move={taskId}
    aria-haspopup="menu"
    aria-label={`Move: ${taskName.slice(0, LONGEST_READ)}`}
  />
);
