import { wholeSections, WINDOWED_FROM, windowedSections } from '../../components/rows/drawnRows';
import { rowLayout } from '../../components/rows/rowLayout';
import rowsStyles from '../../components/rows/Rows.module.css';
import { remNow } from '../../components/rem';
import type { Day } from '../../lib/days/days';
import { editPath } from '../../routes';
import {
  moveButton,
  partsButton,
  partsOf,
  repeatsMark,
  rowWords,
  tickBox,
  type Place,
  type ShownTask,
} from '../../tasks/views/row/rowParts';
import { SectionHeading } from '../../tasks/views/SectionHeading';
import rowStyles from '../../tasks/views/row/TaskRow.module.css';
import { dayOfSection, hasHeadings, type View } from '../../tasks/taskSections';

export type FirstTask = ShownTask & { day: Day | null; repeats: boolean };

/** A view as the device keeps it: its rows in their sections, and how many tasks there are in all. */
export type FirstList = {
  view: View;
  today: Day;
  sections: readonly { key: string; items: readonly number[] }[];
  taskOf(taskId: number): FirstTask;
  countIn(view: View): number;
  areCountsKnown: boolean;
};

/** The rows as `components/rows/Rows.tsx` renders them first: of a long list those in view. */
export function FirstRows({ view, today, sections, taskOf }: FirstList) {
  const hasHeading = hasHeadings(view);
  const layout = rowLayout(sections, taskId => taskId, hasHeading);
  const drawn = {
    layout,
    keyOf: (taskId: number) => taskId,
    ...(hasHeading && {
      heading: (section: string) => (
        <SectionHeading section={section} today={today} isPast={view === 'previous'} />
      ),
    }),
    children: (taskId: number, section: string) => (
      <Row task={taskOf(taskId)} list={view} today={today} isDaySaid={dayOfSection(section) !== null} />
    ),
  };
  const inView = Math.min(layout.count, layout.rowAt(innerHeight / remNow()) + 1);
  return (
    <div className={rowsStyles.scroller}>
      {layout.count < WINDOWED_FROM ? (
        <div data-rows={layout.count}>{wholeSections(drawn)}</div>
      ) : (
        <div
          className={rowsStyles.content}
          style={{ height: `${layout.height}rem` }}
          data-rows={layout.count}
        >
          {windowedSections(
            drawn,
            Array.from({ length: inView }, (_, row) => row),
          )}
        </div>
      )}
    </div>
  );
}

/** A row as `tasks/views/TaskRow.tsx` renders it first. */
function Row({ task, ...place }: Place & { task: FirstTask }) {
  const parts = partsOf(task);
  return (
    <div className={rowStyles.row}>
      {tickBox(task, {})}
      <a
        href={editPath(place.list, task.taskId)}
        className={rowStyles.link}
        data-item
        data-task={task.taskId}
      >
        {rowWords(place, task, {
          ...{ day: task.day, isDone: false, parts },
          about: task.repeats && repeatsMark,
        })}
      </a>
      {parts && partsButton(task, parts, { 'aria-expanded': false })}
      {moveButton(task)}
    </div>
  );
}
