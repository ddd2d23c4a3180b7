import {
  memo,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import {
  dateWithYear,
  dayInFull,
  dayPlus,
  monthWithYear,
  shortMonthOf,
  shortWeekdayOf,
  type Day,
} from '../../../lib/days/days';
import { HEADING_HEIGHT_REM, ROW_HEIGHT_REM } from '../../../components/rows/rowLayout';
import { scrollerOf } from '../../../components/rows/scrollerOf';
import { remNow } from '../../../lib/rem';
import { stepped } from '../../../lib/days/weeks';
import type { DoneSection } from './doneSelectors';
import { totalOf, yearOf, type Sum, type TaskOf, type Year } from './yearOf';
import styles from './DoneYear.module.css';

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];
/** A weekday's name is as high as two squares. */
const NAMED = 2;
/** A month's name is about as wide as three squares. */
const NAME_WEEKS = 3;

const inWords = (day: Day, count = 0) =>
  `${dayInFull(day)}, ${count > 0 ? count.toLocaleString() : 'nothing'} done`;

/** Shades from 1 to 4, in parts of a busy day: nine of ten days are no busier. */
function shadesOf(days: Year['days']) {
  const counts = Object.values(days).sort((a, b) => a - b);
  const busy = Math.max(4, counts[Math.floor(counts.length * 0.9)] ?? 0);
  return (count: number) => Math.min(4, Math.ceil((4 * count) / busy));
}

/** The day that a key leads to, from another one; null for other keys. Weeks stand side by side. */
function dayOfKey(key: string, day: Day, isRightToLeft: boolean, { first, today }: Range): Day | null {
  const week = isRightToLeft ? -7 : 7;
  const days = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -week, ArrowRight: week }[key];
  if (days !== undefined) return dayPlus(day, days);
  if (key === 'PageUp' || key === 'PageDown') return stepped(day, 'month', key === 'PageUp' ? -1 : 1);
  return { Home: first, End: today }[key] ?? null;
}

type Range = { first: Day; today: Day };
type Props = { /** Called with a day that is clicked, or chosen by Enter. */ onDay: (day: Day) => void };

type YearProps = {
  sections: readonly DoneSection[];
  taskOf: TaskOf;
  today: Day;
  firstDayOfWeek: number;
};

/** How many frames a row that was scrolled to may take until it is drawn. */
const MAX_FRAMES = 20;
function focusRow(row: number, frames = MAX_FRAMES) {
  const item = document.querySelector<HTMLElement>(`main [data-row="${row}"] [data-item]`);
  if (item) item.focus();
  else if (frames > 0) requestAnimationFrame(() => focusRow(row, frames - 1));
}

/** Scrolls the logbook to a day, and focuses its first row. The heights are those of its rows. */
function goToDay(sections: readonly DoneSection[], day: Day) {
  const at = sections.findIndex(({ key }) => key === day);
  const rows = document.querySelector('main [data-rows]');
  if (at < 0 || !rows) return;
  const row = sections.slice(0, at).reduce((sum, { items }) => sum + items.length, 0);
  const top = rows.getBoundingClientRect().top + (at * HEADING_HEIGHT_REM + row * ROW_HEIGHT_REM) * remNow();
  const scroller = scrollerOf(rows as HTMLElement);
  scroller.scrollTop += top - scroller.getBoundingClientRect().top;
  focusRow(row);
}

/** The last twelve months above the logbook: a square for each day, and sums by week and month. */
export default function DoneYear({ sections, taskOf, today, firstDayOfWeek }: YearProps) {
  const { first, days, months, weeks } = useMemo(
    () => yearOf(sections, taskOf, today, firstDayOfWeek),
    [sections, taskOf, today, firstDayOfWeek],
  );
  const [pointed, setPointed] = useState<Day | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const hasAny = weeks.length > 0;
  // The list below is painted first: there are 371 squares.
  const isPainted = useDeferredValue(true, false);
  useLayoutEffect(() => {
    const at = scroller.current;
    if (at) at.scrollLeft = isRightToLeft(at) ? -at.scrollWidth : at.scrollWidth;
  }, [hasAny, isPainted]);
  const goTo = useCallback((day: Day) => goToDay(sections, day), [sections]);
  if (!hasAny) return null;
  if (!isPainted) return <div className={styles.space} />;
  const all = weeks.reduce((sum, week) => sum + totalOf(week), 0);
  return (
    <section className={styles.year} aria-label="The last twelve months">
      <div ref={scroller} className={styles.scroller}>
        <Squares first={first} today={today} days={days} onDay={goTo} onPoint={setPointed} />
      </div>
      {/* A screen reader has the same words at each square. */}
      <p className={styles.line} aria-hidden={pointed !== null || undefined}>
        <bdi>
          {pointed === null
            ? `${all.toLocaleString()} done in the last twelve months`
            : inWords(pointed, days[pointed])}
        </bdi>
      </p>
      <details className={styles.sums}>
        <summary>By month and week</summary>
        <div className={styles.tables}>
          <Sums name="Month" sums={months} inWords={key => monthWithYear(`${key}-01`)} />
          <Sums name="Week of" sums={weeks} inWords={dateWithYear} />
        </div>
      </details>
    </section>
  );
}

const isRightToLeft = (element: HTMLElement) => getComputedStyle(element).direction === 'rtl';

const dayAt = ({ target }: { target: EventTarget }) =>
  (target as Element).closest<HTMLElement>('[data-square]')?.dataset.square;

type SquaresProps = Range & Props & { days: Year['days']; onPoint: (day: Day | null) => void };

/** An ARIA grid with a single tab stop: weeks side by side, a weekday in each row. */
const Squares = memo(function Squares({ first, today, days, onDay, onPoint }: SquaresProps) {
  const [stop, setStop] = useState(today);
  const tabStop = first <= stop && stop <= today ? stop : today;
  const shadeOf = shadesOf(days);
  const weeks: Day[] = [];
  for (let week = first; week <= today; week = dayPlus(week, 7)) weeks.push(week);

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const day = dayAt(event);
    if (day === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const grid = event.currentTarget;
    const next = dayOfKey(event.key, day, isRightToLeft(grid), { first, today });
    const isChosen = event.key === 'Enter' || event.key === ' ';
    if (!next && !isChosen) return;
    event.preventDefault();
    if (isChosen) return onDay(day);
    grid.querySelector<HTMLElement>(`[data-square="${next}"]`)?.focus();
  };
  const choose = (event: MouseEvent) => {
    const day = dayAt(event);
    if (day !== undefined) onDay(day);
  };
  return (
    <table
      role="grid"
      aria-label="Done by day"
      className={styles.squares}
      onKeyDown={onKeyDown}
      onClick={choose}
      onPointerOver={event => onPoint(dayAt(event) ?? null)}
      onPointerLeave={() => onPoint(null)}
      onFocus={event => {
        const day = dayAt(event)!;
        setStop(day);
        onPoint(day);
      }}
      onBlur={() => onPoint(null)}
    >
      <thead aria-hidden>
        <tr>
          <td className={styles.weekday} />
          {monthsOf(weeks).map(({ week, span }) => (
            <td key={week} colSpan={span}>
              {span >= NAME_WEEKS && <bdi>{shortMonthOf(week)}</bdi>}
            </td>
          ))}
        </tr>
      </thead>
      <tbody>
        {WEEKDAYS.map(weekday => (
          <tr key={weekday}>
            {weekday % NAMED === 0 && (
              <td className={styles.weekday} rowSpan={weekday < 6 ? NAMED : 1} aria-hidden>
                <bdi>{shortWeekdayOf(dayPlus(first, weekday))}</bdi>
              </td>
            )}
            {weeks.map(week => {
              const day = dayPlus(week, weekday);
              if (day > today) return null;
              const count = days[day] ?? 0;
              return (
                <td
                  key={day}
                  role="gridcell"
                  data-square={day}
                  data-shade={shadeOf(count) || undefined}
                  aria-label={inWords(day, count)}
                  aria-current={day === today ? 'date' : undefined}
                  tabIndex={day === tabStop ? 0 : -1}
                />
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
});

/** Neighbouring weeks that begin in the same month: the first one, and how many. */
function monthsOf(weeks: readonly Day[]) {
  const months: { week: Day; span: number }[] = [];
  for (const week of weeks) {
    const last = months.at(-1);
    if (last?.week.slice(0, 7) === week.slice(0, 7)) last.span += 1;
    else months.push({ week, span: 1 });
  }
  return months;
}

const Sums = ({ name, sums, inWords }: { name: string; sums: Sum[]; inWords: (key: string) => string }) => (
  <table>
    <thead>
      <tr>
        {[name, 'Personal', 'Work', 'Done'].map(title => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {sums.map(sum => (
        <tr key={sum.key}>
          <th scope="row">
            <bdi>{inWords(sum.key)}</bdi>
          </th>
          {[sum.personal, sum.work, totalOf(sum)].map((count, at) => (
            <td key={at}>{count.toLocaleString()}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
