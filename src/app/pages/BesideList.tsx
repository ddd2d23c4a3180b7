import { useNavigate } from 'react-router-dom';
import { typeDay } from '../../components/input/typeDay';
import { NextDays } from '../../day/NextDays';
import type { Day } from '../../lib/days/days';
import { paths } from '../../routes';
import styles from './BesideList.module.css';

/** The place beside a list on a wide screen, where an opened task appears, and beside the form of a new task. */
export function BesideList({ title }: { title: string }) {
  const navigate = useNavigate();
  return (
    <div className={styles.beside} data-new={title === 'new' ? '' : undefined}>
      <span>{title === 'new' ? 'Press a day to choose it.' : 'A task that you open is shown here.'}</span>
      {title === 'new' && <NextDays onDay={fillIn} />}
      {title === 'today' && <NextDays onDay={() => void navigate(paths.upcoming)} />}
    </div>
  );
}

/** Puts a day into the form. */
function fillIn(day: Day) {
  const field = document.querySelector<HTMLInputElement>('main input[name="taskDueDay"]');
  if (field) typeDay(field, day);
}
