import { useNavigate } from 'react-router-dom';
import { useAppDispatch, useAppSelector, useAppStore } from '../../hooks';
import { paths } from '../../routes';
import { TextButton } from '../../components/Button';
import { useFocusLeft } from '../../components/hooks/useFocusLeft';
import { selectToday } from '../../ui/uiSlice';
import { manyRequested } from '../selecting/manyTasks';
import styles from './TaskListView.module.css';
import { selectCountIn, selectTask, selectTaskIdsIn } from '../tasksSelectors';

/** Above today's tasks: the number of open tasks from earlier days, and a button that moves them to today. */
export function EarlierLine() {
  const count = useAppSelector(selectCountIn.previous);
  return count > 0 && <Line count={count} />;
}

function Line({ count }: { count: number }) {
  const navigate = useNavigate();
  return (
    <p className={styles.earlier}>
      <span>{`${count.toLocaleString()} overdue`}</span>
      <MoveEarlier />
      {/* A button instead of a link: in a list view, only tasks are links. */}
      <TextButton onClick={() => void navigate(paths.previous)}>Show</TextButton>
    </p>
  );
}

/** Moves all open tasks of earlier days to today, as one step. When it disappears, the page's heading takes its focus. */
export function MoveEarlier() {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const box = useFocusLeft<HTMLSpanElement>();
  const moveAll = () => {
    const state = store.getState();
    const isOpen = (taskId: number) => selectTask(state, taskId)?.doneAt === null;
    const taskIds = selectTaskIdsIn.previous(state).filter(isOpen);
    dispatch(manyRequested(taskIds, { type: 'move', to: { taskDueDay: selectToday(state) } }));
  };
  return (
    <span ref={box}>
      <TextButton onClick={moveAll}>Move to today</TextButton>
    </span>
  );
}
