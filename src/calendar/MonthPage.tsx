import {
  use,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { useNavigate } from 'react-router-dom';
import { useLinksWithin } from '../components/hooks/useLinksWithin';
import { useMediaQuery } from '../components/hooks/useMediaQuery';
import { dayPlus, monthWithYear, shortWeekdayOf, weekdayOf, type Day } from '../lib/days/days';
import { stepped } from '../lib/days/weeks';
import { calendarPath } from '../routes';
import { Filter } from '../tasks/filter';
import { useQuickAddFor } from '../ui/useQuickAddFor';
import { DayRows } from './DayRows';
import styles from './Month.module.css';
import { MonthCell } from './MonthCell';

type Props = {
  /** The days of whole weeks. */
  days: readonly Day[];
  /** The day of the address. */
  day: Day;
  title: string;
  openId: number | null;
};

/** The month as a grid. On a narrow screen its cells have dots, and the tasks of the chosen day are below it. */
export function MonthPage({ days, day, title, openId }: Props) {
  const isCompact = useMediaQuery('(max-width: 699.98px)');
  return (
    <div className={styles.page} data-compact={isCompact || undefined}>
      <MonthGrid {...{ days, day, title, openId, isCompact }} />
      {isCompact && (
        <div className={styles.rows}>
          <DayRows days={[day]} title={title} openId={openId} />
        </div>
      )}
    </div>
  );
}

const CELL = '[role="gridcell"]';
/** The button of a day, which has the focus of its cell. */
const DATE = '[data-date]';
const cellAt = (target: EventTarget) => (target as Element).closest<HTMLElement>(CELL);
const dateIn = (grid: Element, day: Day) =>
  grid.querySelector<HTMLElement>(`${CELL}[data-day="${day}"] > ${DATE}`);
const weeksOf = (days: readonly Day[]) =>
  Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7));

/** The grid of the ARIA grid pattern: Tab reaches one day and its tasks, the arrows lead to the others. */
function MonthGrid({ days, day, title, openId, isCompact }: Props & { isCompact: boolean }) {
  const grid = useRef<HTMLDivElement>(null);
  const followLink = useLinksWithin();
  const { at, setAt, act, onKeyDown } = useGridKeys(grid, days, day, isCompact);
  const onClick = (event: MouseEvent) => {
    followLink(event);
    const cell = cellAt(event.target);
    if (cell && !(event.target as Element).closest('a, li')) act(cell.dataset.day!);
  };
  const [first, last] = [days[0]!, days.at(-1)!];
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={monthWithYear(day)}
      className={styles.grid}
      style={{ '--weeks': days.length / 7 } as CSSProperties}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onFocus={({ target }: FocusEvent) => setAt(cellAt(target)?.dataset.day ?? day)}
    >
      <div role="row" className={styles.week}>
        {days.slice(0, 7).map(each => (
          <div key={each} role="columnheader" aria-label={weekdayOf(each)} className={styles.weekday}>
            {shortWeekdayOf(each)}
          </div>
        ))}
      </div>
      {/* Cells are kept by their place, and with them the focus, when another month is shown. */}
      {weeksOf(days).map((week, row) => (
        <div key={row} role="row" className={styles.week}>
          {week.map((each, column) => (
            <MonthCell
              key={column}
              day={each}
              month={day.slice(0, 7)}
              isStop={each === at}
              isChosen={isCompact && each === day}
              {...{ first, last, title, openId, isCompact }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The day that Tab reaches, what a click or Enter on a day does, and the keys that move the focus. */
function useGridKeys(
  grid: RefObject<HTMLDivElement | null>,
  days: readonly Day[],
  day: Day,
  isCompact: boolean,
) {
  const navigate = useNavigate();
  const openQuickAdd = useQuickAddFor();
  const { tag } = use(Filter);
  const [shown, setShown] = useState(day);
  const [at, setAt] = useState(day);
  if (shown !== day) {
    setShown(day);
    setAt(day);
  }
  const before = useRef(day);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const isFree = focused === document.body || grid.current!.contains(focused);
    if (before.current !== day && isFree) dateIn(grid.current!, day)?.focus();
    before.current = day;
  }, [grid, day]);
  const open = (to: Day) => void navigate(calendarPath('month', to, tag), { replace: true });
  const go = (to: Day) => {
    const date = dateIn(grid.current!, to);
    if (date) date.focus();
    else open(to);
  };
  const act = (to: Day) => {
    if (isCompact) open(to);
    else openQuickAdd(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const cell = cellAt(event.target);
    const isOther = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (!cell || isOther || (event.target as Element).matches('input:not([type="checkbox"])')) return;
    const onDay = cell.dataset.day!;
    const column = days.indexOf(onDay) % 7;
    const ahead = getComputedStyle(cell).direction === 'rtl' ? -1 : 1;
    const moves: Record<string, () => unknown> = {
      ArrowRight: () => go(dayPlus(onDay, ahead)),
      ArrowLeft: () => go(dayPlus(onDay, -ahead)),
      ArrowDown: () => moveWithin(cell, 1) || go(dayPlus(onDay, 7)),
      ArrowUp: () => moveWithin(cell, -1) || go(dayPlus(onDay, -7)),
      Home: () => go(dayPlus(onDay, -column)),
      End: () => go(dayPlus(onDay, 6 - column)),
      PageUp: () => open(stepped(onDay, 'month', -1)),
      PageDown: () => open(stepped(onDay, 'month', 1)),
      ...((event.target as Element).matches(DATE) && {
        j: () => focusNear(cell, 1),
        k: () => focusNear(cell, -1),
      }),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };
  return { at, setAt, act, onKeyDown };
}

/** From a task to the next one of its day, or from the first to the day. False on the day, and below the last task. */
function moveWithin(cell: HTMLElement, by: 1 | -1): boolean {
  const focused = document.activeElement;
  if (focused?.matches(DATE)) return false;
  const links = [...cell.querySelectorAll<HTMLElement>('li a')];
  const index = links.findIndex(link => link.closest('li')!.contains(focused));
  const next = index < 0 ? undefined : links[index + by];
  if (!next && by === 1) return false;
  (next ?? cell.querySelector<HTMLElement>(DATE))?.focus();
  return true;
}

/** Focuses the first task on or after the day of a cell, or the last one before it. */
function focusNear(cell: HTMLElement, by: 1 | -1) {
  const items = [...document.querySelectorAll<HTMLElement>('main [data-item]')];
  const isBefore = (item: HTMLElement) =>
    (cell.compareDocumentPosition(item) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  const near = by === 1 ? items.find(item => !isBefore(item)) : items.findLast(isBefore);
  near?.focus();
}
