import { nanoid } from '@reduxjs/toolkit';
import { databasePaths } from '../services/databasePaths';
import { call, type Saga } from '../lib/effects';
import type { DatabaseService, TrashCopy } from '../services/database';
import { copyOf, ending } from '../sync/records/trashMoves';
import { writeAll } from '../sync/records/senders/writeOnce';
import { DAY_MS, TRASH_DAYS } from './trashItem';

type Services = { database: DatabaseService };
type Old = { fireId: string; copy: TrashCopy };

/**
 * Once a session, removes copies with their sidecars, and marks, older than 30 days by the server's clock. It bypasses the queue: sent
 * later, the removal could hit a newer copy.
 */
export function* removeOld({ database }: Services, userId: string): Saga {
  const now = yield* call(database.serverTime, userId);
  const upTo = new Date(now - TRASH_DAYS * DAY_MS).toISOString();
  for (const list of ['tasks', 'notes'] as const) {
    const old = yield* call(database.find, userId, `trash/${list}`, { by: 'deletedAt', upTo });
    const copies = Object.entries(old).flatMap(([fireId, value]) => {
      const copy = copyOf(value);
      return copy ? [{ fireId, copy }] : [];
    });
    yield* call(writeAll<Old>, database, userId, copies, {
      marksOf: () => [nanoid()],
      pathsOf: ({ fireId, copy }) => ending(list, fireId, copy),
    });
    const taken = yield* call(database.find, userId, `taken/${list}`, { by: 'deletedAt', upTo });
    yield* removeAll(
      database,
      userId,
      Object.keys(taken).map(key => databasePaths.taken(list, key)),
    );
  }
  const applied = yield* call(database.find, userId, 'applied', { by: '$value', upTo });
  yield* removeAll(database, userId, Object.keys(applied).map(databasePaths.applied));
}

/** The maximum number of paths in one update. */
const PATHS = 1000;

function* removeAll(database: DatabaseService, userId: string, paths: readonly string[]): Saga {
  for (let at = 0; at < paths.length; at += PATHS) {
    const batch = paths.slice(at, at + PATHS);
    yield* call(database.update, userId, Object.fromEntries(batch.map(path => [path, null])));
  }
}
