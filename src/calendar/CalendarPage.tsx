import { use, useEffect, useMemo, useRef } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Icon } from '../components/Icon';
import { say } from '../components/input/saying';
import { Link } from '../components/Link';
import { PageHeading } from '../components/PageHeading';
import { useAppSelector } from '../hooks';
import { daysWithYear, monthWithYear, type Day } from '../lib/days/days';
import { daysOf, isCalendarDay, stepped, type Span } from '../lib/days/weeks';
import { calendarAt, calendarPath } from '../routes';
import { selectFirstDayOfWeek } from '../settings/weekSelectors';
import { Filter } from '../tasks/filter';
import { TagFilter } from '../tags/TagFilter';
import { selectAreTasksKnown, selectHasTasks, selectTasksPhase } from '../tasks/tasksSelectors';
import { TasksFailure } from '../tasks/views/TasksFailure';
import { selectToday } from '../ui/uiSlice';
import styles from './CalendarPage.module.css';
import { CalendarStart } from './CalendarStart';
import { MonthPage } from './MonthPage';
import { WeekPage } from './WeekPage';

type At = { span: Span; day: Day };

type Props = {
  /** `calendar/month/2026-12-08`. */
  title: string;
  /** The task that is open beside the calendar. */
  openId: number | null;
};

/** The page of a month or a week; of today where its address names no day. */
export default function CalendarPage(props: Props) {
  const at = calendarAt(props.title);
  return at && isCalendarDay(at.day) ? <Page {...props} {...at} /> : <CalendarStart />;
}

function Page({ title, openId, span, day }: Props & At) {
  const firstDayOfWeek = useAppSelector(selectFirstDayOfWeek);
  const isShown = useAppSelector(state => selectAreTasksKnown(state) || selectHasTasks(state));
  const hasFailed = useAppSelector(selectTasksPhase) === 'failed';
  const days = useMemo(() => daysOf(span, day, firstDayOfWeek), [span, day, firstDayOfWeek]);
  const words = span === 'month' ? monthWithYear(day) : daysWithYear(days[0]!, days.at(-1)!);
  return (
    <section className={styles.page}>
      <header className={styles.head}>
        <PageHeading page={`calendar ${span}`} isMain={openId === null}>
          {words}
        </PageHeading>
        <TagFilter from={days[0]!} to={`${days.at(-1)!}~`} />
        <Steps span={span} day={day} words={words} />
        <Spans span={span} day={day} />
      </header>
      {hasFailed && <TasksFailure isShown={isShown} />}
      {span === 'month' ? (
        <MonthPage days={days} day={day} title={title} openId={openId} />
      ) : (
        <WeekPage days={days} day={day} title={title} openId={openId} />
      )}
    </section>
  );
}

/** Links to the month or week before and after, and to that of today. The new one is announced. */
function Steps({ span, day, words }: At & { words: string }) {
  const today = useAppSelector(selectToday);
  const { tag } = use(Filter);
  const before = useRef(words);
  useEffect(() => {
    if (before.current !== words) say(words);
    before.current = words;
  }, [words]);
  return (
    <div className={styles.steps}>
      <Link
        to={calendarPath(span, stepped(day, span, -1), tag)}
        aria-label={`Previous ${span}`}
        title={`Previous ${span} (b)`}
      >
        <Icon of={ChevronLeft} />
      </Link>
      <Link to={calendarPath(span, today, tag)} title="Today (c)">
        Today
      </Link>
      <Link
        to={calendarPath(span, stepped(day, span, 1), tag)}
        aria-label={`Next ${span}`}
        title={`Next ${span} (f)`}
      >
        <Icon of={ChevronRight} />
      </Link>
    </div>
  );
}

const SPANS = [
  ['month', 'Month'],
  ['week', 'Week'],
] as const;

const Spans = ({ span, day }: At) => {
  const { tag } = use(Filter);
  return (
    <div className={styles.spans}>
      {SPANS.map(([other, name]) => (
        <Link
          key={other}
          to={calendarPath(other, day, tag)}
          aria-current={other === span ? 'true' : undefined}
        >
          {name}
        </Link>
      ))}
    </div>
  );
};
