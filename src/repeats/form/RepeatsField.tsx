import { useId } from 'react';
import { Field } from '../../components/Field';
import { dayPlus, type Day } from '../../lib/days/days';
import { SPANS, type Choice, type Unit, type DayOfMonth } from '../choice';
import styles from './RepeatsField.module.css';
import {
  startOf,
  onDate,
  countsFrom,
  isWithin,
  MOST,
  requestedRepeat,
  wordsOfRequest,
  type Around,
  OTHER_RULE,
  choiceOfText,
  textOfChoice,
} from './requestedRepeat';
import { weekdayOf } from '../../../shared/repeats/nextDay';
import { choiceInWords, ordinal, weekdayName } from '../ruleInWords';

type Weekly = Extract<Choice, { every: 'week' }>;

function Weekdays({
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

const isSameMonth = (day: Day, other: Day) => day.slice(0, 7) === other.slice(0, 7);

/** The ways to name a day of the month: by number, as the last day, or by weekday; each rule once. */
function daysLike(from: Day, { every, on }: OfMonth): [string, DayOfMonth][] {
  const date = Number(from.slice(8));
  const weekday = weekdayOf(from);
  const nth = Math.ceil(date / 7);
  const isLast = !isSameMonth(dayPlus(from, 7), from);
  const isLastDay = !isSameMonth(dayPlus(from, 1), from) && !from.endsWith('02-28');
  const days: [string, DayOfMonth][] = [
    ...(every === 'month' && date === 31
      ? []
      : [[`The ${ordinal(date)}`, onDate(from)] as [string, DayOfMonth]]),
    ...(every === 'year' && isLastDay ? [] : [['The last day', { type: 'last' }] as [string, DayOfMonth]]),
    ['The last weekday', { type: 'lastWorkday' }],
    ...(nth < 5
      ? [
          [`The ${ordinal(nth)} ${weekdayName(weekday)}`, { type: 'nth', nths: [nth], weekday }] as [
            string,
            DayOfMonth,
          ],
        ]
      : []),
    ...(isLast
      ? [[`The last ${weekdayName(weekday)}`, { type: 'nth', nths: [-1], weekday }] as [string, DayOfMonth]]
      : []),
  ];
  const isAmong = days.some(([, choice]) => JSON.stringify(choice) === JSON.stringify(on));
  if (on && !isAmong) days.unshift([`T${choiceInWords({ every: 'month', n: 1, on }).slice(16)}`, on]);
  return days;
}

function OnDay({
  choice,
  from,
  onChange,
}: {
  choice: OfMonth;
  from: Day;
  onChange: (choice: Choice) => void;
}) {
  const days = daysLike(from, choice);
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

type Props = {
  /** A choice as text; empty for none. */
  value: string;
  around: Around;
  /** `due` is the task's new day, if it changes. */
  onChange: (value: string, due: Day | null) => void;
};

type Every = Choice['every'] | 'never';
const NAMES: Record<Every, string> = {
  never: 'Never',
  day: 'Every day',
  workday: 'Every weekday',
  week: 'Every week',
  month: 'Every month',
  year: 'Every year',
  after: 'After it is done',
};
const UNITS: Unit[] = ['day', 'week', 'month', 'year'];

/** The form field for a task's repeat: the rule, its end, and a description with the next days. */
export function RepeatsField({ value, around, onChange }: Props) {
  const help = useId();
  const from = countsFrom(around);
  const choice = choiceOfText(value);
  const every: Every | 'other' = value === OTHER_RULE ? 'other' : (choice?.every ?? 'never');
  const change = (next: Choice | null) => {
    const requested = next && requestedRepeat(next, around);
    // When the stored rule is chosen again, the task returns to its previous day.
    const isBack = requested?.isSame && !(choice && requestedRepeat(choice, around)?.isSame);
    const due = requested?.isSame ? (isBack && around.stored!.due) || null : (requested?.due ?? null);
    onChange(next ? textOfChoice(next) : '', due);
  };
  const choose = (to: Every) => change(to === 'never' ? null : startOf(to, from, choice));
  return (
    <fieldset className={styles.group} aria-describedby={help} data-never={every === 'never' || undefined}>
      <legend className={styles.legend}>Repeats</legend>
      {/* The dialog that picks a day writes a repeat here (selection/pickDay). */}
      <input
        type="hidden"
        name="repeat"
        onInput={({ currentTarget }) => change(choiceOfText(currentTarget.value))}
      />
      <div className={styles.fields}>
        <Field label="How often">
          {control => (
            <select {...control} value={every} onChange={({ target }) => choose(target.value as Every)}>
              {every === 'other' && <option value="other">A rule from another app</option>}
              {Object.entries(NAMES).map(([name, words]) => (
                <option key={name} value={name}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        {choice && (
          <Details choice={choice} from={from} firstDayOfWeek={around.weekStart} onChange={change} />
        )}
        {choice && <Ends choice={choice} from={from} onChange={change} />}
      </div>
      <p id={help} className={styles.words} aria-live="polite">
        {choice && (
          <span className={requestedRepeat(choice, around) ? undefined : styles.refusal}>
            {`${wordsOfRequest(choice, around)} `}
          </span>
        )}
        <a href="/repeats.html" target="_blank" rel="noreferrer">
          How repeats work
        </a>
      </p>
    </fieldset>
  );
}

type PartProps = { choice: Choice; from: Day; onChange: (choice: Choice) => void };

function Details({ choice, from, firstDayOfWeek, onChange }: PartProps & { firstDayOfWeek: number }) {
  if (choice.every === 'workday') return null;
  const unit = choice.every === 'after' ? (choice.unit ?? 'day') : choice.every;
  return (
    <>
      <NumberField
        label={choice.every === 'after' ? 'How long after' : `Every how many ${unit}s`}
        value={choice.n}
        most={MOST.every}
        onChange={n => onChange({ ...choice, n })}
      />
      {choice.every === 'after' && (
        <Field label="Unit">
          {control => (
            <select
              {...control}
              value={unit}
              onChange={({ target }) => onChange({ ...choice, unit: target.value as Unit })}
            >
              {UNITS.map(unit => (
                <option key={unit} value={unit}>
                  {choice.n === 1 ? unit : `${unit}s`}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {choice.every === 'week' && (
        <Weekdays choice={choice} firstDayOfWeek={firstDayOfWeek} onChange={onChange} />
      )}
      {(choice.every === 'month' || choice.every === 'year') && (
        <OnDay choice={choice} from={from} onChange={onChange} />
      )}
    </>
  );
}

type NumberProps = { label: string; value: number; most: number; onChange: (value: number) => void };

/** A number that stays as it was typed; out of range it is refused with a sentence. */
const NumberField = ({ label, value, most, onChange }: NumberProps) => (
  <Field label={label} message={!isWithin(value, most) && `A whole number from 1 to ${most}`}>
    {control => (
      <input
        {...control}
        type="number"
        min={1}
        max={most}
        value={Number.isFinite(value) ? value : ''}
        onChange={({ target }) => onChange(target.value === '' ? NaN : Number(target.value))}
      />
    )}
  </Field>
);

function Ends({ choice, from, onChange }: PartProps) {
  const { end } = choice;
  const kind = !end ? 'never' : 'until' in end ? 'until' : 'times';
  const ends = (to: string) => {
    const { end: _before, ...unending } = choice;
    if (to === 'never') onChange(unending as Choice);
    else
      onChange({
        ...unending,
        end: to === 'until' ? { until: SPANS.year(from, 1) } : { times: 10 },
      } as Choice);
  };
  return (
    <>
      <Field label="Ends">
        {control => (
          <select {...control} value={kind} onChange={({ target }) => ends(target.value)}>
            <option value="never">Never</option>
            <option value="until">On a day</option>
            <option value="times">After a number of times</option>
          </select>
        )}
      </Field>
      {end && 'until' in end && (
        <Field label="Last day">
          {control => (
            <input
              {...control}
              type="date"
              min={from}
              max="9999-12-31"
              value={end.until}
              onChange={({ target }) => target.value && onChange({ ...choice, end: { until: target.value } })}
            />
          )}
        </Field>
      )}
      {end && 'times' in end && (
        <NumberField
          label="How many times"
          value={end.times}
          most={MOST.times}
          onChange={times => onChange({ ...choice, end: { times } })}
        />
      )}
    </>
  );
}
