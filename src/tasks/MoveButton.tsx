import type { Task } from './task';
import styles from './MoveButton.module.css';

const LONGEST_READ = 100;

/** Opens the menu that moves a task. It is a mark only: one listener of the page handles all (moves/useRowGestures.ts). */
export const MoveButton = ({ task: { taskId, taskName, doneAt } }: { task: Task }) =>
  doneAt === null && (
    <button
      type="button"
      className={styles.button}
      data-move={taskId}
      aria-haspopup="menu"
      aria-label={`Move: ${taskName.slice(0, LONGEST_READ)}`}
    />
  );
