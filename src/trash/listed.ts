import { call, type Saga } from '../lib/effects';
import type { DatabaseService, ListName } from '../services/database';

/** With more records than this the whole list is read. */
const FEW = 20;

/** Which of these records are listed (again): what lies beside those stays when their copies go. */
export function* listedOf(
  database: DatabaseService,
  userId: string,
  list: ListName,
  keys: readonly string[],
): Saga<Set<string>> {
  if (keys.length > FEW) {
    const load = list === 'tasks' ? database.loadTasks : database.loadNotes;
    return new Set(Object.keys(yield* call(load, userId)));
  }
  const listed = new Set<string>();
  for (const key of keys)
    if ((yield* call(database.readRecord, userId, list, key)).record !== null) listed.add(key);
  return listed;
}
