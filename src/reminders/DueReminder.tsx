import { Button } from '../components/Button';
import { Notice } from '../components/messages/Notice';
import { useAppDispatch, useAppSelector, useAppStore } from '../hooks';
import { clockInWords } from '../lib/days/times';
import { dayInWords } from '../lib/days/days';
import { answersTo } from '../tasks/reminderAnswers';
import { selectTask } from '../tasks/tasksSelectors';
import { selectToday } from '../ui/uiSlice';
import { selectCame } from './remindersSelectors';
import type { CameReminder } from './remindersSlice';
import styles from './Reminders.module.css';

/** When a task is due for which a reminder came: `14:30`, `tomorrow 14:30`. */
export function useWhen() {
  const today = useAppSelector(selectToday);
  return ({ dueDate, time }: CameReminder) =>
    dueDate === today ? clockInWords(time) : `${dayInWords(dueDate, today)} ${clockInWords(time)}`;
}

/** The two answers to a reminder, as in its notification. */
export function AnswerButtons({ reminder, name }: { reminder: CameReminder; name?: string }) {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const answer = (how: 'done' | 'hour') => () => {
    const task = selectTask(store.getState(), reminder.taskId);
    if (task) for (const request of answersTo(task, reminder, how)) dispatch(request);
  };
  const labelled = (words: string) => (name === undefined ? {} : { 'aria-label': `${words}: ${name}` });
  return (
    <span className={styles.answers}>
      <Button onClick={answer('done')} {...labelled('Done')}>
        Done
      </Button>
      <Button onClick={answer('hour')} {...labelled('In an hour')}>
        In an hour
      </Button>
    </span>
  );
}

/** On top of a task's form: the reminder that came, with its answers, also where a notification has no buttons. */
export default function DueReminder({ taskId }: { taskId: number }) {
  const reminder = useAppSelector(state => selectCame(state, taskId));
  const whenOf = useWhen();
  if (!reminder) return null;
  return (
    <div className={styles.due}>
      <Notice kind="status">
        <span className={styles.words}>{`Reminder: due ${whenOf(reminder)}`}</span>
        <AnswerButtons reminder={reminder} />
      </Notice>
    </div>
  );
}
