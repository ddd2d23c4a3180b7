import { useId, useState, type FormEvent, type KeyboardEvent } from 'react';
import { CloseButton, Button } from '../../components/Button';
import { isComposing } from '../../components/input/composing';
import { chunk } from '../../components/chunk';
import { Modal } from '../../components/Modal';
import { EARLIEST_DAY, dayOfStored, dateWithYear, shortWeekdayOf, type Day } from '../../lib/days/days';
import type { Calendar } from '../../quickAdd/reading/phrases';
import { readDay } from '../../quickAdd/reading/readDay';
import { useAppSelector } from '../../hooks';
import { selectNextWeekDay } from '../../settings/weekSelectors';
import type { Props } from './Month';
import styles from './PickDay.module.css';

/** The calendar, whose library is loaded with the first dialog. */
const Month = chunk(() => import(/* webpackChunkName: "month" */ './Month'));

/** Buttons for frequent days; their texts are parsed like those of the quick-add line. */
const CHOICES = ['Today', 'Tomorrow', 'This weekend', 'Next week'];

/** The day named by a text, null for no date; undefined when it is not a day. Also accepts any numeric date with its year. */
function dayOfWords(words: string, calendar: Calendar): Day | null | undefined {
  const text = words.trim();
  const day = dayOfStored(text);
  return day !== null && day >= EARLIEST_DAY ? day : readDay(text, calendar)?.day;
}

/** Picks a day by text, by a button, or in a calendar. */
export function PickDay(props: Props) {
  const { about, onChoice, onClose, ...days } = props;
  const aboutId = useId();
  return (
    <Modal
      className={styles.dialog}
      aria-label="Pick a day"
      aria-describedby={about ? aboutId : undefined}
      onClose={onClose}
      onClick={event => event.target === event.currentTarget && onClose()}
      data-moves
    >
      <div className={styles.sheet}>
        <header className={styles.head}>
          <p id={aboutId} className={styles.about}>
            {about}
          </p>
          <CloseButton onClick={onClose} />
        </header>
        <div className={styles.words}>
          <Words {...days} onChoice={onChoice} />
          <Choices {...days} onChoice={onChoice} />
        </div>
        <Month {...days} onChoice={onChoice} />
      </div>
    </Modal>
  );
}

type PartProps = Omit<Props, 'about' | 'onClose'>;

/** The text field, with the parsed day below. */
function Words({ today, onChoice }: PartProps) {
  const firstDayOfWeek = useAppSelector(selectNextWeekDay);
  const id = useId();
  const [words, setWords] = useState('');
  const read = dayOfWords(words, { today, firstDayOfWeek, language: navigator.language });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (read !== undefined) onChoice(read);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    event.currentTarget.closest('dialog')!.querySelector<HTMLElement>('td [tabindex="0"]')?.focus();
  };
  const isFine = window.matchMedia?.('(pointer: fine)').matches ?? true;
  return (
    <form className={styles.form} onSubmit={submit}>
      <label htmlFor={id}>Day</label>
      <input
        id={id}
        value={words}
        placeholder="tomorrow, fri, 24 Dec"
        aria-describedby={`${id}-read`}
        autoComplete="off"
        enterKeyHint="done"
        data-first={isFine || undefined}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={onKeyDown}
      />
      <Button kind="primary" type="submit" disabled={read === undefined}>
        Set
      </Button>
      <p id={`${id}-read`} role="status" className={styles.read}>
        <bdi>
          {words.trim() === ''
            ? ''
            : read === undefined
              ? 'No day that can be read yet'
              : read === null
                ? 'No date'
                : `${shortWeekdayOf(read)} ${dateWithYear(read)}`}
        </bdi>
      </p>
    </form>
  );
}

function Choices({ today, onChoice }: PartProps) {
  const firstDayOfWeek = useAppSelector(selectNextWeekDay);
  const calendar = { today, firstDayOfWeek, language: 'en' };
  return (
    <div className={styles.choices}>
      {CHOICES.map(name => {
        const day = dayOfWords(name, calendar)!;
        return (
          <button key={name} type="button" onClick={() => onChoice(day)}>
            <span>{name}</span> <bdi>{shortWeekdayOf(day)}</bdi>
          </button>
        );
      })}
      <button type="button" onClick={() => onChoice(null)}>
        No date
      </button>
    </div>
  );
}
