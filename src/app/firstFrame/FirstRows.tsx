import { wholeSections, WINDOWED_FROM, windowedSections } from '../../components/rows/drawnRows';
import { rowLayout } from '../../components/rows/rowLayout';
import rowsStyles from '../../components/rows/Rows.module.css';
import { remNow } from '../../lib/rem';
import { editPath } from '../../routes';
import * as row from '../../tasks/views/row/rowParts';
import { SectionHeading } from '../../tasks/views/SectionHeading';
import rowStyles from '../../tasks/views/row/TaskRow.module.css';
import { dayOfSection, hasHeadings, type View } from '../../tasks/taskSections';
import type { FirstTask, FirstTasks } from './firstTasks';

const keyOf = (taskId: number) => taskId;

/**
 * The rows of the first frame, equal to the first rendering of `components/rows/Rows.tsx`: only those in view if the
 * list is long.
 */
export function FirstRows({ view, today, sectionsIn, taskOf }: FirstTasks & { view: View }) {
  const hasHeading = hasHeadings(view);
  const layout = rowLayout(sectionsIn(view), keyOf, hasHeading);
  const drawn = {
    layout,
    keyOf,
    ...(hasHeading && {
      heading: (section: string) => (
        <SectionHeading section={section} today={today} isPast={view === 'previous'} />
      ),
    }),
    children: (taskId: number, section: string) => (
      <FirstRow task={taskOf(taskId)} list={view} today={today} isDaySaid={dayOfSection(section) !== null} />
    ),
  };
  const inView = Math.min(layout.count, layout.rowAt(innerHeight / remNow()) + 1);
  const isWhole = layout.count < WINDOWED_FROM;
  return (
    <div className={rowsStyles.scroller}>
      <div
        className={isWhole ? undefined : rowsStyles.content}
        style={isWhole ? undefined : { height: `${layout.height}rem` }}
        data-rows={layout.count}
      >
        {isWhole ? wholeSections(drawn) : windowedSections(drawn, [...Array(inView).keys()])}
      </div>
    </div>
  );
}

/** A row of the first frame, equal to the first rendering of `tasks/views/row/TaskRow.tsx`. */
export function FirstRow({ task, ...place }: row.Place & { task: FirstTask }) {
  const parts = row.partsOf(task);
  return (
    <div className={rowStyles.row}>
      {row.tickBox(task, {})}
      <a
        {...{ href: editPath(place.list, task.taskId), className: rowStyles.link }}
        {...{ 'data-item': true, 'data-task': task.taskId }}
      >
        {row.rowWords(place, task, {
          ...{ day: task.day, isDone: false, parts },
          about: task.repeats && row.repeatsMark,
        })}
      </a>
      {parts && row.partsButton(task, parts, { 'aria-expanded': false })}
      {row.moveButton(task)}
    </div>
  );
}
