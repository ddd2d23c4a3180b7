import { useId, useState, type FormEvent, type KeyboardEvent } from 'react';
import { Button } from '../../components/Button';
import { isComposing } from '../../components/input/composing';
import { chunk } from '../../components/chunk';
import { SmallDialog } from '../../components/SmallDialog';
import { EARLIEST_DAY, dayOfStored, dateWithYear, shortWeekdayOf, type Day } from '../../lib/days/days';
import type { Calendar } from '../../quickAdd/reading/phrases';
import { readDay } from '../../quickAdd/reading/readDay';
import { readTitle } from '../../quickAdd/reading/readTitle';
import { requestedRepeat, wordsOfRequest } from '../../repeats/form/requestedRepeat';
import type { FoundRepeat } from '../../repeats/readRepeat';
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

/** A title before a text, so that the text is read as in the quick-add line. */
const TITLE = 'x';

/** The repeat named by a text, as in the quick-add line; undefined when it is none. */
function repeatOfWords(words: string, calendar: Calendar): FoundRepeat | undefined {
  const { title, understood } = readTitle(`${TITLE} ${words}`, calendar);
  const repeat = understood.find(phrase => phrase.kind === 'repeat');
  const day = understood.find(phrase => phrase.kind === 'day')?.day ?? null;
  return title === TITLE && repeat ? { choice: repeat.choice, start: repeat.start ?? day } : undefined;
}

/** Picks a day by text, by a button, or in a calendar. */
export function PickDay(props: Props) {
  const { about, onChoice, onRepeat, onClose, ...days } = props;
  return (
    <SmallDialog label="Pick a day" about={about} className={styles.dialog} onClose={onClose}>
      <div className={styles.sheet}>
        <div className={styles.words}>
          <Words {...days} onChoice={onChoice} onRepeat={onRepeat} />
          <Choices {...days} onChoice={onChoice} />
        </div>
        <Month {...days} onChoice={onChoice} />
      </div>
    </SmallDialog>
  );
}

type PartProps = Omit<Props, 'about' | 'onClose'>;

/** The text field, with the parsed day or repeat below. */
function Words({ day: due, today, firstDayOfWeek: weekStart, onChoice, onRepeat }: PartProps) {
  const firstDayOfWeek = useAppSelector(selectNextWeekDay);
  const id = useId();
  const [words, setWords] = useState('');
  const calendar = { today, firstDayOfWeek, language: navigator.language };
  const day = dayOfWords(words, calendar);
  const repeat = day === undefined && onRepeat ? repeatOfWords(words, calendar) : undefined;
  const around = { due: repeat?.start ?? due, today, weekStart };
  const doesCome = repeat !== undefined && requestedRepeat(repeat.choice, around) !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (day !== undefined) onChoice(day);
    else if (doesCome) onRepeat!(repeat);
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
        placeholder={onRepeat ? 'fri, 24 Dec, every Monday' : 'tomorrow, fri, 24 Dec'}
        aria-describedby={`${id}-read`}
        autoComplete="off"
        enterKeyHint="done"
        data-first={isFine || undefined}
        data-line
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={onKeyDown}
      />
      <Button kind="primary" type="submit" disabled={day === undefined && !doesCome}>
        Set
      </Button>
      <p id={`${id}-read`} role="status" className={styles.read}>
        <bdi>
          {words.trim() === ''
            ? ''
            : repeat
              ? wordsOfRequest(repeat.choice, around)
              : day === undefined
                ? 'Not a day yet'
                : day === null
                  ? 'No date'
                  : `${shortWeekdayOf(day)} ${dateWithYear(day)}`}
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
