import { use, type ReactNode } from 'react';
import { useAppSelector } from '../../hooks';
import { filtered } from '../../routes';
import { Filter } from '../filter';
import { Rows, type Columns } from '../../components/rows/Rows';
import { usePrinting } from '../../components/hooks/usePrinting';
import { selectPointedOut, selectToday, selectUnfolded } from '../../ui/uiSlice';
import { EarlierLine } from './EarlierLine';
import { DayTools, SectionHeading } from './SectionHeading';
import { selectSelected } from '../selecting/selected';
import { TaskRow } from './row/TaskRow';
import { dayOfSection, EARLIER, hasHeadings, nextDays, type Section, type View } from '../taskSections';

type SectionsProps = {
  /** The title in the address of the list. */
  list: string;
  sections: readonly Section[];
  /** Rendered above each section, by its key. */
  heading?: (section: string) => ReactNode;
  /** Whether the rows of a section need not say their day. */
  isDaySaid?: (section: string) => boolean;
  columns?: Columns;
  openId: number | null;
};

const keyOfTask = (taskId: number) => taskId;

/** Any list's tasks in sections, or in columns. On paper each task of a list shows its subtasks. */
export function SectionRows({ list, sections, heading, isDaySaid = isDay, columns, openId }: SectionsProps) {
  const today = useAppSelector(selectToday);
  const { taskId: pointedOut, number } = useAppSelector(selectPointedOut);
  const selected = useAppSelector(selectSelected);
  const unfolded = useAppSelector(selectUnfolded);
  const isPrinting = usePrinting();
  return (
    <Rows
      sections={sections}
      keyOf={keyOfTask}
      unfolded={unfolded}
      heading={heading}
      columns={columns}
      pointedOut={pointedOut === null ? null : { key: pointedOut, number }}
    >
      {(taskId, section) => (
        <TaskRow
          taskId={taskId}
          list={list}
          today={today}
          isOpen={taskId === openId}
          isDaySaid={isDaySaid(section)}
          isPointedOut={taskId === pointedOut}
          isSelected={selected[taskId]}
          isUnfolded={(isPrinting && !columns) || unfolded[taskId]}
        />
      )}
    </Rows>
  );
}

const isDay = (section: string) => dayOfSection(section) !== null;

type Props = { view: View; openId: number | null };

/**
 * A view's tasks in order. Except in No date, days near today have a heading each, and so have months before and after;
 * Today has one for earlier days.
 */
export function TaskRows({ view, openId }: Props) {
  const today = useAppSelector(selectToday);
  const sections = useAppSelector(use(Filter).selectSectionsIn[view]);
  const days = view === 'upcoming' ? nextDays(today) : [];
  const heading = (section: string) =>
    view === 'today' && section === EARLIER ? (
      <EarlierLine />
    ) : (
      <SectionHeading
        section={section}
        today={today}
        isPast={view === 'previous'}
        as={view === 'today' ? 'p' : 'h2'}
      >
        {days.includes(section) && <DayTools day={section} />}
      </SectionHeading>
    );
  return (
    <SectionRows
      list={filtered(view, use(Filter).tag)}
      sections={sections}
      heading={hasHeadings(view, sections) ? heading : undefined}
      openId={openId}
    />
  );
}
