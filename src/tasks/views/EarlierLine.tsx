import { use } from 'react';
import { useAppDispatch, useAppSelector, useAppStore } from '../../hooks';
import { TextButton } from '../../components/Button';
import { useFocusLeft } from '../../components/hooks/useFocusLeft';
import { Filter } from '../filter';
import { dayPlus } from '../../lib/days/days';
import { earlierToggled, selectIsEarlierShown, selectToday } from '../../ui/uiSlice';
import { manyRequested } from '../selecting/manyTasks';
import styles from './SectionHeading.module.css';
import { selectTask } from '../tasksSelectors';

/** Above today's tasks: the number of open tasks from earlier days, which it shows and hides. */
export function EarlierLine() {
  const dispatch = useAppDispatch();
  const count = useAppSelector(use(Filter).selectCountIn.previous);
  const isShown = useAppSelector(selectIsEarlierShown);
  return (
    <div className={styles.line}>
      <h2 className={styles.heading} data-overdue>
        <button type="button" aria-expanded={isShown} onClick={() => dispatch(earlierToggled())}>
          {`${count.toLocaleString()} overdue`}
        </button>
      </h2>
      <MoveEarlier />
    </div>
  );
}

/** Moves all open tasks of earlier days as one step. When it disappears, the page's heading takes its focus. */
export function MoveEarlier() {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const { selectTaskIdsIn } = use(Filter);
  const box = useFocusLeft<HTMLSpanElement>();
  const moveAll = (days: number) => () => {
    const state = store.getState();
    const isOpen = (taskId: number) => selectTask(state, taskId)?.doneAt === null;
    const taskIds = selectTaskIdsIn.previous(state).filter(isOpen);
    const taskDueDay = dayPlus(selectToday(state), days);
    dispatch(manyRequested(taskIds, { type: 'move', to: { taskDueDay } }));
  };
  return (
    <span ref={box} className={styles.moves}>
      <TextButton onClick={moveAll(0)}>Move to today</TextButton>
      <TextButton onClick={moveAll(1)}>Move to tomorrow</TextButton>
    </span>
  );
}
