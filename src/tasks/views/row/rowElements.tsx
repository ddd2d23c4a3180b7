import type { ComponentProps, ReactNode } from 'react';
import { countBoxes } from '../../../lib/text/checklist';
import { dayInWords, type Day } from '../../../lib/days/days';
import type { Task } from '../../task';
import moveStyles from './MoveButton.module.css';
import styles from './TaskRow.module.css';
import tickStyles from './TickBox.module.css';

// The elements of a row, as functions without hooks.

const LONGEST_LABEL_CHARACTERS = 100;
/** The maximum length of rendered text; more would not fit on any screen, but slow the layout. */
const LONGEST_SHOWN_CHARACTERS = 300;
const listNames = { personal: 'Personal', work: 'Work' };

/** The list that contains a row. */
export type Place = {
  /** The title in its address: 'today', 'done'. */
  list: string;
  today: Day;
  /** True when the heading above, or the view, names the row's day. */
  isDaySaid?: boolean;
};

export type ShownTask = Pick<Task, 'taskId' | 'taskName' | 'taskDescription' | 'taskList'>;
type Shown = { day: Day | null; isDone: boolean; subtasks: string | null; about: ReactNode };

/** The content of a task's link: its name and details; `about` follows its day. */
export function rowWords(
  { list, today, isDaySaid = false }: Place,
  task: ShownTask,
  { day, isDone, subtasks, about }: Shown,
) {
  const name = task.taskName.trim();
  const isLate = !isDone && day !== null && day < today;
  return (
    <>
      <span className={styles.text}>
        <span className={name ? styles.name : styles.noName} dir="auto">
          {name.slice(0, LONGEST_SHOWN_CHARACTERS) || '(no name)'}
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
      {!subtasks && task.taskDescription.trim() !== '' && (
        <span className={styles.described} role="img" aria-label="has a description" />
      )}
    </>
  );
}

/** `2 of 5`; null for a task without subtasks. */
export function subtasksOf({ taskDescription }: ShownTask): string | null {
  if (!taskDescription.includes('- [')) return null;
  const { ticked, all } = countBoxes(taskDescription);
  return all > 0 ? `${ticked} of ${all}` : null;
}

/** The count of ticked subtasks, a button that shows and hides them. */
export const subtasksButton = ({ taskName }: ShownTask, words: string, button: ComponentProps<'button'>) => (
  <button
    {...button}
    type="button"
    className={styles.subtasks}
    aria-label={`${words} subtasks: ${taskName.slice(0, LONGEST_LABEL_CHARACTERS)}`}
    data-subtasks
  >
    {words}
  </button>
);

/** The circle that ticks a task off. */
export const tickBox = ({ taskName }: ShownTask, box: ComponentProps<'input'>) => (
  <input
    type="checkbox"
    className={tickStyles.box}
    aria-label={`Done: ${taskName.slice(0, LONGEST_LABEL_CHARACTERS)}`}
    {...box}
  />
);

/** The Move button. One listener of the page handles all of them (selection/gestures/useRowGestures.ts). */
export const moveButton = ({ taskId, taskName }: ShownTask) => (
  <button
    type="button"
    className={moveStyles.button}
    data-move={taskId}
    aria-haspopup="menu"
    aria-label={`Move: ${taskName.slice(0, LONGEST_LABEL_CHARACTERS)}`}
  />
);
