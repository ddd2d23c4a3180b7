import { use, useMemo, type ReactNode } from 'react';
import { Rows, type Columns } from '../components/rows/Rows';
import { useAppSelector } from '../hooks';
import { idsOn } from '../lib/days/calendar';
import type { Day } from '../lib/days/days';
import { Filter } from '../tasks/filter';
import { selectSelected } from '../tasks/selecting/selected';
import { DayTools, SectionHeading } from '../tasks/views/SectionHeading';
import { keyOfTask } from '../tasks/views/TaskRows';
import { TaskRow } from '../tasks/views/row/TaskRow';
import { selectPointedOut, selectToday, selectUnfolded } from '../ui/uiSlice';

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
  const selected = useAppSelector(selectSelected);
  const unfolded = useAppSelector(selectUnfolded);
  const { taskId: pointedOut, number } = useAppSelector(selectPointedOut);
  return (
    <Rows
      sections={sections}
      keyOf={keyOfTask}
      unfolded={unfolded}
      columns={columns}
      heading={
        heading ??
        (day => (
          <SectionHeading section={day} today={today}>
            <DayTools day={day} />
          </SectionHeading>
        ))
      }
      pointedOut={pointedOut === null ? null : { key: pointedOut, number }}
    >
      {taskId => (
        <TaskRow
          taskId={taskId}
          list={title}
          today={today}
          isOpen={taskId === openId}
          isDaySaid
          isPointedOut={taskId === pointedOut}
          isSelected={selected[taskId]}
          isUnfolded={unfolded[taskId]}
        />
      )}
    </Rows>
  );
}
