import { useId, type FormEvent } from 'react';
import { Button } from '../components/Button';
import type { Day } from '../lib/days/days';
import styles from './Moves.module.css';

type Props = { day: Day; onChoice: (day: Day) => void };

/** A field for any day. */
export function DayForm({ day, onChoice }: Props) {
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).get('day');
    if (chosen) onChoice(chosen as Day);
  };
  return (
    <form className={styles.dayForm} onSubmit={submit}>
      <label htmlFor={id}>Day</label>
      <input id={id} name="day" type="date" defaultValue={day} required />
      <Button kind="primary" type="submit">
        Move
      </Button>
    </form>
  );
}
