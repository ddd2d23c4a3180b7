import type { Records } from '../services/database';
import { taskList } from '../tasks/tasksState';
import type { Content } from './content';
import type { Root } from './everything';
import type { Taken } from './importPlan';

const idsIn = (records: Records) =>
  Object.values(records).map(record => (record as { taskId?: unknown } | null)?.taskId);

/** What an import may not take. When not all of `content` is known, no key of a file can be trusted to be free. */
export function takenOf({ tasks }: Root, content: Content, isWhole: boolean): Taken {
  const { trash, done, looks } = content;
  const deleted = Object.values(trash.tasks).map(
    entry => (entry as { record?: never } | null)?.record ?? null,
  );
  const taskIds = [
    ...[...taskList.allItems(tasks)].map(({ taskId }) => taskId),
    ...taskList.allPending(tasks).map(({ id }) => id),
    ...idsIn(content.tasks),
    ...idsIn(deleted as never),
  ];
  const keysOf = (...records: Records[]) => new Set(records.flatMap(Object.keys));
  return {
    keys: isWhole
      ? { tasks: keysOf(content.tasks, trash.tasks, done), notes: keysOf(content.notes, trash.notes, looks) }
      : null,
    taskIds: new Set(taskIds.filter(id => typeof id === 'number')),
  };
}
