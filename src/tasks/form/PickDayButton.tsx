import { CalendarDays } from 'lucide-react';
import { Icon } from '../../components/Icon';
import styles from './TaskFrame.module.css';

/** Opens the dialog that picks a day for a date field. It is a mark only: one listener of the page handles all (selection/pickDay). */
export const PickDayButton = ({ field }: { field: string }) => (
  <button
    type="button"
    className={styles.pick}
    data-pick-day={field}
    aria-haspopup="dialog"
    aria-label="Pick a day"
    title="Pick a day"
  >
    <Icon of={CalendarDays} />
  </button>
);
