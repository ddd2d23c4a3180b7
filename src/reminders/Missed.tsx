import { useId } from 'react';
import { shallowEqual } from 'react-redux';
import { withoutTags } from '../../shared/tags';
import { TextButton } from '../components/Button';
import { Link } from '../components/Link';
import { useAppDispatch, useAppSelector } from '../hooks';
import { editPath } from '../routes';
import { selectTask } from '../tasks/tasksSelectors';
import { AnswerButtons, useWhen } from './DueReminder';
import styles from './Reminders.module.css';
import { selectMissed } from './remindersSelectors';
import { missedDismissed, type CameReminder } from './remindersSlice';

/** The maximum number of missed reminders that are listed. */
const MOST = 5;

/** On My day: reminders that came since the last visit while nobody looked, of tasks that are still open. */
export default function Missed() {
  const dispatch = useAppDispatch();
  const missed = useAppSelector(selectMissed, shallowEqual);
  const id = useId();
  if (missed.length === 0) return null;
  const more = missed.length - MOST;
  return (
    <section aria-labelledby={id} className={styles.missed}>
      <header className={styles.head}>
        <h2 id={id}>{missed.length === 1 ? 'Missed reminder' : 'Missed reminders'}</h2>
        <TextButton onClick={() => dispatch(missedDismissed())}>Dismiss</TextButton>
      </header>
      <ul className={styles.list}>
        {missed.slice(0, MOST).map(reminder => (
          <Line key={reminder.taskId} reminder={reminder} />
        ))}
      </ul>
      {more > 0 && <p className={styles.more}>{`and ${more.toLocaleString()} more`}</p>}
    </section>
  );
}

function Line({ reminder }: { reminder: CameReminder }) {
  const { taskId } = reminder;
  const name = useAppSelector(state => withoutTags(selectTask(state, taskId)?.taskName ?? ''));
  const whenOf = useWhen();
  return (
    <li className={styles.line}>
      <span className={styles.words}>
        <Link to={editPath('day', taskId)}>
          <bdi>{name || 'A reminder'}</bdi>
        </Link>{' '}
        <span className={styles.when}>{`due ${whenOf(reminder)}`}</span>
      </span>
      <AnswerButtons reminder={reminder} name={name} />
    </li>
  );
}
