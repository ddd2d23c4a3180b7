import { databasePaths, listPaths } from '../services/databasePaths';
import { attempt } from '../lib/attempt';
import type { AccountStorage, DatabaseService, LiveList } from '../services/database';
import { ServiceFailure } from '../services/failure';
import { followLater } from './auth/authService';
import { loadConfig, homeKey } from './rest/config';
import type { FirebaseAuth, openLive } from './live/liveConnection';
import { createRest, encoded, ETAG_WANTED, recordsOf, createServerClock } from './rest/rest';

/** The lists that the first rows need; they are read with the configuration of the last visit. */
const FIRST_LISTS: LiveList[] = ['tasks', 'done', 'repeats'];

/**
 * The database calls listed in docs/rules.md (Calls), by REST or by the SDK as stated there; those of the SDK fall
 * back to REST when it cannot connect.
 */
export function createDatabase(
  auth: Pick<FirebaseAuth, 'idToken' | 'user'>,
  /** Called whenever the live connection is established. */
  onConnected: () => void = () => undefined,
): DatabaseService {
  const serverClock = createServerClock();
  const rest = createRest(auth.idToken, serverClock);
  let live: Promise<ReturnType<typeof openLive>> | undefined;
  const loadLive = () =>
    (live ??= import(/* webpackChunkName: "auth-sdk" */ './auth/authSdk')
      .then(({ loadDatabaseSdk }) => loadDatabaseSdk())
      .then(({ openLive }) => openLive({ auth, rest, serverClock, onConnected }))
      .catch(() => {
        live = undefined; // so that the next call loads it again
        throw new ServiceFailure('network', 'unreachable', 'The server cannot be reached');
      }));
  const writerOf = async (userId: string) => (await loadLive()).writerOf(userId);

  /** Taken from any answer, else from the connection. */
  const serverTime = async (userId: string) =>
    serverClock.now() ?? (await (await loadLive()).serverTime(userId));

  const update: DatabaseService['update'] = async (userId, paths) => (await writerOf(userId)).update(paths);

  return {
    load: async (userId, list) =>
      recordsOf((await rest(userId, listPaths[list], { isFirst: FIRST_LISTS.includes(list) })).value),
    async find(userId, list, { by, ...range }) {
      const bounds: Record<string, string> =
        'equalTo' in range
          ? { equalTo: JSON.stringify(range.equalTo) }
          : { endAt: JSON.stringify(range.upTo) };
      const query = { orderBy: JSON.stringify(by), ...bounds };
      return recordsOf((await rest(userId, listPaths[list], { query })).value);
    },
    read: async (userId, path) => (await rest(userId, encoded(path))).value,
    async readRecord(userId, list, fireId) {
      const path = encoded(databasePaths.record(list, fireId));
      const { value, etag } = await rest(userId, path, { etag: ETAG_WANTED });
      return { record: value, etag };
    },
    async addTask(userId, body) {
      const { value } = await rest(userId, listPaths.tasks, { method: 'POST', body });
      return (value as { name: string }).name;
    },
    async saveTask(userId, fireId, body, etag) {
      await rest(userId, encoded(databasePaths.record('tasks', fireId)), { method: 'PUT', body, etag });
    },
    addNote: async (userId, fireId, body) =>
      (await writerOf(userId)).set(databasePaths.record('notes', fireId), body),
    async saveNote(userId, fireId, body) {
      await rest(userId, encoded(databasePaths.record('notes', fireId)), { method: 'PATCH', body });
    },
    update,
    async apply(userId, ids, paths) {
      const now = new Date(await serverTime(userId)).toISOString();
      const marks = [ids].flat().map(id => [databasePaths.applied(id), now]);
      await update(userId, { ...paths, ...Object.fromEntries(marks) });
    },
    serverTime,
    async accountStorage(userId) {
      // Hosted Firebase does not have this path.
      if (!(await loadConfig()).emulated) return null;
      const { value } = await rest(userId, '.info/storage', { isOfDatabase: true });
      return value as AccountStorage;
    },
    deleteAll: async userId => (await writerOf(userId)).remove(''),
    follow: (...given) => followLater(loadLive, loaded => loaded.follow(...given)),
    async close(userId) {
      attempt(() => localStorage.removeItem(homeKey(userId)));
      void live?.then(loaded => loaded.close()).catch(() => undefined);
    },
  };
}
