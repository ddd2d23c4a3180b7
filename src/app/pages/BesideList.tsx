import { NextDays } from '../../day/NextDays';
import styles from './BesideList.module.css';

/** Beside a list on a wide screen, where a task that is opened comes to stand. */
export default function BesideList({ title }: { title: string }) {
  return (
    <div className={styles.beside}>
      A task that you open is shown here.
      {title === 'today' && <NextDays />}
    </div>
  );
}
