import { recordsBeside, SHOWN_BESIDE } from '../services/databasePaths';
import type { ListName, Records } from '../services/database';
import { taskList } from '../tasks/tasksState';
import type { Content } from './formats/content';
import type { Root } from './everything';
import type { Taken } from './import/importPlan';

const idsIn = (records: Records) =>
  Object.values(records).map(record => (record as { taskId?: unknown } | null)?.taskId);

/** Names that an import must not use. When `content` is incomplete, no key of a file can be known to be free. */
export function takenOf({ tasks }: Root, content: Content, isWhole: boolean): Taken {
  const { trash } = content;
  const deleted = Object.values(trash.tasks).map(
    entry => (entry as { record?: never } | null)?.record ?? null,
  );
  const taskIds = [
    ...[...taskList.allItems(tasks)].map(({ taskId }) => taskId),
    ...taskList.allPending(tasks).map(({ id }) => id),
    ...idsIn(content.tasks),
    ...idsIn(deleted as never),
  ];
  const keysOf = (list: ListName) => {
    const beside = SHOWN_BESIDE.filter(name => recordsBeside(name) === list).map(name => content[name]);
    return new Set([content[list], trash[list], ...beside].flatMap(Object.keys));
  };
  return {
    keys: isWhole ? { tasks: keysOf('tasks'), notes: keysOf('notes') } : null,
    taskIds: new Set(taskIds.filter(id => typeof id === 'number')),
  };
}
