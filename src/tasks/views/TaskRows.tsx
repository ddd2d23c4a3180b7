import { useAppSelector } from '../../hooks';
import { Rows } from '../../components/rows/Rows';
import { usePrinting } from '../../components/hooks/usePrinting';
import { selectPointedOut, selectToday, selectUnfolded } from '../../ui/uiSlice';
import { EarlierLine } from './EarlierLine';
import { DayTools, SectionHeading } from './SectionHeading';
import { selectSelected } from '../selecting/selected';
import { TaskRow } from './row/TaskRow';
import { dayOfSection, EARLIER, hasHeadings, nextDays, type View } from '../taskSections';
import { selectSectionsIn } from '../tasksSelectors';

type Props = { view: View; openId: number | null };

export const keyOfTask = (taskId: number) => taskId;

/**
 * A view's tasks in order. Except in No date, days near today have a heading each, and so have months before and after;
 * Today has one for earlier days. On paper each task shows its subtasks.
 */
export function TaskRows({ view, openId }: Props) {
  const today = useAppSelector(selectToday);
  const sections = useAppSelector(selectSectionsIn[view]);
  const { taskId: pointedOut, number } = useAppSelector(selectPointedOut);
  const selected = useAppSelector(selectSelected);
  const unfolded = useAppSelector(selectUnfolded);
  const isPrinting = usePrinting();
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
    <Rows
      sections={sections}
      keyOf={keyOfTask}
      unfolded={unfolded}
      heading={hasHeadings(view, sections) ? heading : undefined}
      pointedOut={pointedOut === null ? null : { key: pointedOut, number }}
    >
      {(taskId, section) => (
        <TaskRow
          taskId={taskId}
          list={view}
          today={today}
          isOpen={taskId === openId}
          isDaySaid={dayOfSection(section) !== null}
          isPointedOut={taskId === pointedOut}
          isSelected={selected[taskId]}
          isUnfolded={isPrinting || unfolded[taskId]}
        />
      )}
    </Rows>
  );
}
