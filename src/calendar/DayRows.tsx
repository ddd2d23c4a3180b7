import { use, useMemo, type ReactNode } from 'react';
import type { Columns } from '../components/rows/Rows';
import { useAppSelector } from '../hooks';
import { idsOn } from '../lib/days/calendar';
import type { Day } from '../lib/days/days';
import { Filter } from '../tasks/filter';
import { DayTools, SectionHeading } from '../tasks/views/SectionHeading';
import { SectionRows } from '../tasks/views/TaskRows';
import { selectToday } from '../ui/uiSlice';

type Props = {
  days: readonly Day[];
  title: string;
  openId: number | null;
  columns?: Columns;
  heading?: (day: Day) => ReactNode;
};

/** The tasks of some days as rows, under a heading for each day, or in a column for each. */
export function DayRows({ days, title, openId, columns, heading }: Props) {
  const today = useAppSelector(selectToday);
  const open = useAppSelector(use(Filter).selectOpenDays);
  const sections = useMemo(() => days.map(day => ({ key: day, items: idsOn(open, day) })), [days, open]);
  const headingOf = (day: Day) => (
    <SectionHeading section={day} today={today}>
      <DayTools day={day} />
    </SectionHeading>
  );
  return (
    <SectionRows
      list={title}
      sections={sections}
      columns={columns}
      heading={heading ?? headingOf}
      openId={openId}
    />
  );
}
