import { useAppDispatch, useAppSelector } from '../../../hooks';
import { editPath } from '../../../routes';
import { dayInWords, type Day } from '../../../lib/days/days';
import { occurrenceUntickRequested } from '../../taskActions';
import { selectTask } from '../../tasksSelectors';
import boxStyles from '../row/TickBox.module.css';
import styles from '../row/TaskRow.module.css';

type Props = { taskId: number; day: Day; today: Day };

/** A done occurrence in the logbook: its task, its day, and the count of ticked subtasks. Unticking it removes the note. */
export function OccurrenceRow({ taskId, day, today }: Props) {
  const dispatch = useAppDispatch();
  const task = useAppSelector(state => selectTask(state, taskId));
  if (!task) return null;
  const name = task.taskName.trim() || '(no name)';
  const words = dayInWords(day, today);
  const subtasks = task.subtasksDone?.[day];
  return (
    <div className={styles.row} data-done>
      <input
        type="checkbox"
        className={boxStyles.box}
        checked
        aria-label={`Done: ${name.slice(0, LONGEST_LABEL_CHARACTERS)}, ${words}`}
        onChange={() => dispatch(occurrenceUntickRequested(task, day))}
      />
      <a href={editPath('done', taskId)} className={styles.link} data-item data-occurrence={day}>
        <span className={styles.text}>
          <span className={styles.name} dir="auto">
            {name.slice(0, LONGEST_SHOWN_CHARACTERS)}
          </span>
          <span className={styles.about}>
            <span>{words}</span>
            <span>repeats</span>
            {subtasks !== undefined && <span>{subtasks.replace('/', ' of ')}</span>}
          </span>
        </span>
      </a>
    </div>
  );
}

const LONGEST_LABEL_CHARACTERS = 100;
const LONGEST_SHOWN_CHARACTERS = 300;
