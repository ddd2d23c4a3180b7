import { useAppSelector } from '../app/hooks';
import { Rows } from '../components/Rows';
import { selectPointedOut, selectToday } from '../ui/uiSlice';
import { SectionHeading } from './SectionHeading';
import { selectSelected } from './selected';
import { TaskRow } from './TaskRow';
import { dayOfSection, type View } from './taskSections';
import { selectSectionsIn } from './tasksSelectors';

type Props = { view: View; openId: number | null };

export const keyOfTask = (taskId: number) => taskId;

/** A view's tasks in its order. All but Today have a heading for each day near today, and for each month before and after. */
export function TaskRows({ view, openId }: Props) {
  const today = useAppSelector(selectToday);
  const sections = useAppSelector(selectSectionsIn[view]);
  const { taskId: pointedOut, number } = useAppSelector(selectPointedOut);
  const selected = useAppSelector(selectSelected);
  return (
    <Rows
      sections={sections}
      keyOf={keyOfTask}
      heading={
        view === 'today'
          ? undefined
          : section => <SectionHeading section={section} today={today} isPast={view === 'previous'} />
      }
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
        />
      )}
    </Rows>
  );
}
