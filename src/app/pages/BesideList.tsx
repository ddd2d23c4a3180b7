import { NextDays } from '../../day/NextDays';
import styles from './BesideList.module.css';

/** The empty place beside a list on a wide screen, where an opened task appears. */
export default function BesideList({ title }: { title: string }) {
  return (
    <div className={styles.beside}>
      A task that you open is shown here.
      {title === 'today' && <NextDays />}
    </div>
  );
}
