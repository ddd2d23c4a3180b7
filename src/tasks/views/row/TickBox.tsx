import { useAppDispatch } from '../../../hooks';
import { looksDone, type Task } from '../../task';
import { taskTickRequested } from '../../taskActions';
import { tickBox } from './rowElements';
import styles from './TickBox.module.css';

type Props = { task: Task; /** The label beside a box outside of rows. */ label?: string };

/** Ticks a task off, or reopens it. */
export function TickBox({ task, label }: Props) {
  const dispatch = useAppDispatch();
  const box = tickBox(task, {
    checked: looksDone(task),
    onChange: ({ target }) => dispatch(taskTickRequested(task, target.checked)),
    ...(label && { 'aria-label': undefined }),
  });
  if (!label) return box;
  return (
    <label className={styles.labelled}>
      {box}
      {label}
    </label>
  );
}
