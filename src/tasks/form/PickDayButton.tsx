import { CalendarDays } from 'lucide-react';
import { Icon } from '../../components/Icon';
import styles from './TaskFrame.module.css';

/**
 * A button that opens the dialog to pick a day for a date field. One listener of the page handles all of them
 * (selection/pickDay).
 */
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
