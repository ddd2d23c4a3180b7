import { useAppDispatch } from '../../../hooks';
import { withoutTags } from '../../../../shared/tags';
import { looksDone, type Task } from '../../task';
import { taskTickRequested } from '../../taskActions';
import styles from './TickBox.module.css';

const LONGEST_LABEL_CHARACTERS = 100;

type Props = {
  task: Task;
  /** The label beside a box outside of rows. */
  label?: string;
  /** -1 where Tab skips it. */
  tabIndex?: number;
};

/** Ticks a task off, or reopens it: a circle. */
export function TickBox({ task, label, tabIndex }: Props) {
  const dispatch = useAppDispatch();
  const box = (
    <input
      type="checkbox"
      className={styles.box}
      aria-label={
        label ? undefined : `Done: ${withoutTags(task.taskName).slice(0, LONGEST_LABEL_CHARACTERS)}`
      }
      tabIndex={tabIndex}
      checked={looksDone(task)}
      onChange={({ target }) => dispatch(taskTickRequested(task, target.checked))}
    />
  );
  if (!label) return box;
  return (
    <label className={styles.labelled}>
      {box}
      <span>{label}</span>
    </label>
  );
}
