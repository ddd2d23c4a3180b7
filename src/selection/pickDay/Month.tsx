import { useState } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { DayPicker, type NavProps } from 'react-day-picker';
import { Icon } from '../../components/Icon';
import {
  dayInFullWithYear,
  dayOf,
  monthWithYear,
  shortWeekdayOf,
  weekdayOf,
  type Day,
} from '../../lib/days/days';
import type { FoundRepeat } from '../../repeats/readRepeat';
import styles from './PickDay.module.css';

export type Props = {
  /** The initial day. */
  day: Day | null;
  today: Day;
  /** 0 (Sunday) to 6. */
  firstDayOfWeek: number;
  /** A description of the tasks whose day is picked. */
  about?: string | undefined;
  onChoice: (day: Day | null) => void;
  /** Called with a repeat; absent where only a day can be picked. */
  onRepeat?: ((repeat: FoundRepeat) => void) | undefined;
  onClose: () => void;
};

/** Noon local time, which exists on every day in every time zone. */
const dateOf = (day: Day) => {
  const [year, month, date] = day.split('-').map(Number);
  return new Date(year!, month! - 1, date, 12);
};
const inWords = (words: (day: Day) => string) => (date: Date) => words(dayOf(date.getTime()));
const monthInFull = inWords(monthWithYear);
const FORMATTERS = {
  formatCaption: monthInFull,
  formatDay: (date: Date) => String(date.getDate()),
  formatWeekdayName: inWords(shortWeekdayOf),
};
const dayInFull = inWords(dayInFullWithYear);
const LABELS = {
  labelGrid: monthInFull,
  labelWeekday: inWords(weekdayOf),
  labelDayButton: (date: Date, { today, selected }: { today?: boolean; selected?: boolean }) =>
    `${dayInFull(date)}${today ? ', today' : ''}${selected ? ', selected' : ''}`,
};
const COMPONENTS = { Nav: MonthNav };

/** A calendar like the ARIA date picker: arrows, Page Up, Page Down, Home and End move; Enter picks. */
export default function Month({
  day,
  today,
  firstDayOfWeek,
  onChoice,
}: Omit<Props, 'about' | 'onClose' | 'onRepeat'>) {
  const [month, setMonth] = useState(() => dateOf(day ?? today));
  const isTouched = !window.matchMedia?.('(pointer: fine)').matches;
  return (
    <DayPicker
      mode="single"
      required
      autoFocus={isTouched}
      selected={day === null ? undefined : dateOf(day)}
      onSelect={date => onChoice(dayOf(date.getTime()))}
      month={month}
      onMonthChange={setMonth}
      today={dateOf(today)}
      weekStartsOn={firstDayOfWeek as 0 | 1 | 2 | 3 | 4 | 5 | 6}
      showOutsideDays
      fixedWeeks
      formatters={FORMATTERS}
      labels={LABELS}
      components={COMPONENTS}
      classNames={{
        root: styles.month!,
        month_caption: styles.caption!,
        month_grid: styles.grid!,
        day_button: styles.day!,
        today: styles.today!,
        selected: styles.selected!,
        outside: styles.outside!,
      }}
    />
  );
}

/** The previous and next buttons, in a `div` because the page has one navigation landmark. */
function MonthNav({ onPreviousClick, onNextClick, previousMonth, nextMonth }: NavProps) {
  return (
    <div className={styles.nav}>
      <button type="button" aria-label="Previous month" disabled={!previousMonth} onClick={onPreviousClick}>
        <Icon of={ChevronLeft} />
      </button>
      <button type="button" aria-label="Next month" disabled={!nextMonth} onClick={onNextClick}>
        <Icon of={ChevronRight} />
      </button>
    </div>
  );
}
