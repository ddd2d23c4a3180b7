import { listPaths } from '../../../services/databasePaths';
import { inBatches } from '../../../lib/inBatches';
import type { DatabaseService, Json, ListName, Records } from '../../../services/database';
import { writeAll } from './writeOnce';

/** With more records than this the whole list is read. */
const FEW = 20;

/** The end of this turn of the event loop: senders of one kind take more or fewer steps until they ask. */
const turn = () => new Promise<void>(resolve => setTimeout(resolve));

/** Asks for several as one. A failure of the whole is the failure of each. */
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
 * The database for operations of one step that are sent side by side: reads of one moment are one list, and updates go
 * together. An update that the rules refuse is refused alone. Records have no ETag: `apply` needs none.
 */
export function joinedDatabase(database: DatabaseService, userId: string): DatabaseService {
  const readerOf = (list: ListName | `trash/${ListName}`) =>
    gathered<string, Json>(async keys => {
      if (keys.length <= FEW)
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
