import { listPaths } from '../../../services/databasePaths';
import { inBatches } from '../../../lib/inBatches';
import type { DatabaseService, Json, ListName, Records } from '../../../services/database';
import { writeAll } from './writeOnce';

/** The number of records above which the whole list is read. */
const FEW_RECORDS = 20;

/** Waits for the end of this turn of the event loop, because senders of one kind need different numbers of steps. */
const turn = () => new Promise<void>(resolve => setTimeout(resolve));

/** Batches calls. A failure of the batch is reported to each caller. */
function gathered<Request, Answer>(
  run: (requests: readonly Request[]) => Promise<readonly (Answer | Error)[]>,
): (request: Request) => Promise<Answer> {
  const ask = inBatches<Request, Answer | Error>(
    requests => run(requests).catch((failure: Error) => requests.map(() => failure)),
    turn,
  );
  return async request => {
    const answer = await ask(request);
    if (answer instanceof Error) throw answer;
    return answer;
  };
}

/**
 * A database that batches the calls of one step's operations: simultaneous reads become one list read, and updates are
 * merged. A refused update affects only its own operation. Records have no ETag, which `apply` does not need.
 */
export function joinedDatabase(database: DatabaseService, userId: string): DatabaseService {
  const readerOf = (list: ListName | `trash/${ListName}`) =>
    gathered<string, Json>(async keys => {
      if (keys.length <= FEW_RECORDS)
        return Promise.all(keys.map(key => database.read(userId, `${listPaths[list]}/${key}`)));
      const records = await database.load(userId, list);
      return keys.map(key => (Object.hasOwn(records, key) ? records[key]! : null));
    });
  const records = { tasks: readerOf('tasks'), notes: readerOf('notes') };
  const copies = { tasks: readerOf('trash/tasks'), notes: readerOf('trash/notes') };
  const apply = gathered<{ ids: readonly string[]; paths: Records }, null>(async updates => {
    const refused = await writeAll(database, userId, updates, {
      marksOf: batch => batch.flatMap(({ ids }) => ids),
      pathsOf: ({ paths }) => paths,
    });
    return updates.map(update => refused.find(({ item }) => item === update)?.failure ?? null);
  });
  return {
    ...database,
    readRecord: async (_userId, list, fireId) => ({ record: await records[list](fireId), etag: '' }),
    read(_userId, path) {
      const [, list, key] = /^ext\/trash\/(tasks|notes)\/([^/]+)$/.exec(path) ?? [];
      return key === undefined ? database.read(userId, path) : copies[list as ListName](key);
    },
    async apply(_userId, ids, paths) {
      await apply({ ids: [ids].flat(), paths });
    },
  };
}
