import { Field } from '../../components/Field';
import type { Day } from '../../lib/days/days';
import type { Choice, DayOfMonth } from '../choice';
import { weekdayOf } from '../nextDay';
import styles from './RepeatsField.module.css';
import { onDates } from '../startOf';
import { choiceInWords, ordinal, weekdayName } from '../ruleInWords';

type Weekly = Extract<Choice, { every: 'week' }>;

export function Weekdays({
  choice,
  firstDayOfWeek,
  onChange,
}: {
  choice: Weekly;
  firstDayOfWeek: number;
  onChange: (choice: Choice) => void;
}) {
  const { weekdays } = choice;
  const toggle = (weekday: number) => {
    const next = weekdays.includes(weekday)
      ? weekdays.filter(chosen => chosen !== weekday)
      : [...weekdays, weekday].sort((a, b) => a - b);
    if (next.length > 0) onChange({ ...choice, weekdays: next });
  };
  return (
    <div role="group" aria-label="On these days" className={styles.weekdays}>
      {[0, 1, 2, 3, 4, 5, 6].map(at => {
        const weekday = (at + firstDayOfWeek) % 7;
        const name = weekdayName(weekday);
        return (
          <label key={weekday} className={styles.weekday}>
            <input
              type="checkbox"
              aria-label={name}
              checked={weekdays.includes(weekday)}
              onChange={() => toggle(weekday)}
            />
            <span aria-hidden>{name.slice(0, 2)}</span>
          </label>
        );
      })}
    </div>
  );
}

type OfMonth = Extract<Choice, { every: 'month' | 'year' }>;

/** The ways to name a day of the month: by number, as the last day, or by weekday. */
function daysLike(from: Day, on: DayOfMonth | undefined): [string, DayOfMonth][] {
  const date = Number(from.slice(8));
  const weekday = weekdayOf(from);
  const nth = Math.ceil(date / 7);
  const isLast = new Date(Date.parse(from) + 7 * 86_400_000).toISOString().slice(5, 7) !== from.slice(5, 7);
  const days: [string, DayOfMonth][] = [
    [`The ${ordinal(date)}`, onDates(from)],
    ['The last day', { type: 'last' }],
    ['The last weekday', { type: 'lastWorkday' }],
    ...(nth < 5
      ? [
          [`The ${ordinal(nth)} ${weekdayName(weekday)}`, { type: 'nth', nth, weekday }] as [
            string,
            DayOfMonth,
          ],
        ]
      : []),
    ...(isLast
      ? [[`The last ${weekdayName(weekday)}`, { type: 'nth', nth: -1, weekday }] as [string, DayOfMonth]]
      : []),
  ];
  const isAmong = days.some(([, choice]) => JSON.stringify(choice) === JSON.stringify(on));
  if (on && !isAmong) days.unshift([`T${choiceInWords({ every: 'month', n: 1, on }).slice(16)}`, on]);
  return days;
}

export function OnDay({
  choice,
  from,
  onChange,
}: {
  choice: OfMonth;
  from: Day;
  onChange: (choice: Choice) => void;
}) {
  const days = daysLike(from, choice.on);
  return (
    <Field label="On">
      {control => (
        <select
          {...control}
          value={JSON.stringify(choice.on)}
          onChange={({ target }) => onChange({ ...choice, on: JSON.parse(target.value) as DayOfMonth })}
        >
          {days.map(([words, on]) => (
            <option key={words} value={JSON.stringify(on)}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
