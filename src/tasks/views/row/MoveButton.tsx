import { looksDone, type Task } from '../../task';
import styles from './MoveButton.module.css';

const LONGEST_READ = 100;

/** Opens the menu that moves a task. It is a mark only: one listener of the page handles all (selection/gestures/useRowGestures.ts). */
export const MoveButton = ({ task }: { task: Task }) =>
  !looksDone(task) && (
    <button
      type="button"
      className={styles.button}
      data-move={task.taskId}
      aria-haspopup="menu"
      aria-label={`Move: ${task.taskName.slice(0, LONGEST_READ)}`}
    />
  );
