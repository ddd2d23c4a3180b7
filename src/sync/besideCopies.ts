import { databasePaths } from '../lib/databasePaths';
import { call, type Saga } from '../lib/effects';
import type { DatabaseService, ListName, Records } from '../services/database';

/** With more records than this the whole lists are read. */
const FEW = 20;

/**
 * Which of these records are there: listed, or in the trash again. The list is asked first: what is deleted in between is
 * in the trash before it leaves the list.
 */
function* thereOf(
  database: DatabaseService,
  userId: string,
  list: ListName,
  keys: readonly string[],
): Saga<Set<string>> {
  if (keys.length > FEW) {
    const load = list === 'tasks' ? database.loadTasks : database.loadNotes;
    const listed = yield* call(load, userId);
    const trash = yield* call(database.loadTrash, userId);
    return new Set([...Object.keys(listed), ...Object.keys(trash[list])]);
  }
  const there = new Set<string>();
  for (const key of keys)
    if (
      (yield* call(database.readRecord, userId, list, key)).record !== null ||
      (yield* call(database.readTrash, userId, list, key)) !== null
    )
      there.add(key);
  return there;
}

/** Removes what lies beside records whose copies are gone, unless they are there again. */
export function* removeBeside(
  database: DatabaseService,
  userId: string,
  gone: readonly { list: ListName; fireId: string }[],
): Saga {
  const paths: Records = {};
  for (const list of ['tasks', 'notes'] as const) {
    const keys = gone.flatMap(item => (item.list === list ? item.fireId : []));
    const there = yield* call(thereOf, database, userId, list, keys);
    for (const key of keys.filter(one => !there.has(one)))
      for (const path of databasePaths.beside(list, key)) paths[path] = null;
  }
  if (Object.keys(paths).length > 0) yield* call(database.update, userId, paths);
}
