import { useAppDispatch } from '../../../hooks';
import { looksDone, type Task } from '../../task';
import { taskTickRequested } from '../../taskActions';
import styles from './TickBox.module.css';

type Props = { task: Task; /** Beside a box that stands alone. */ label?: string };

/** Ticks a task off, or makes it one to be done again. */
export function TickBox({ task, label }: Props) {
  const { taskName } = task;
  const dispatch = useAppDispatch();
  const box = (
    <input
      type="checkbox"
      className={styles.box}
      checked={looksDone(task)}
      aria-label={label ? undefined : `Done: ${taskName.slice(0, LONGEST_READ)}`}
      onChange={({ target }) => dispatch(taskTickRequested(task, target.checked))}
    />
  );
  if (!label) return box;
  return (
    <label className={styles.labelled}>
      {box}
      {label}
    </label>
  );
}

const LONGEST_READ = 100;
