import { databasePaths, listPaths } from '../lib/databasePaths';
import { forgetKey } from '../lib/forgetKey';
import type { DatabaseService, ListName, Records } from '../services/database';
import { ServiceFailure } from '../services/failure';
import type { FirebaseAuth } from './authService';
import { homeKey } from './keptConfig';
import type { openLive } from './liveConnection';
import { createRest, ETAG_WANTED, NOTHING, recordsOf } from './rest';
import { createServerClock } from './serverClock';

/** Milliseconds until the SDK's chunk is asked for again that could not be loaded. */
const RETRY_AFTER = 5000;

/** Marks of applied operations that are removed with the next one. */
const MARKS_AT_ONCE = 50;

/** The calls of docs/rules.md, Calls: over REST or through the SDK, as listed there; the SDK's over REST where it has no connection. */
export function createDatabase(
  auth: Pick<FirebaseAuth, 'idToken' | 'user'>,
  /** Told whenever the live connection is there (again). */
  onConnected: () => void = () => undefined,
): DatabaseService {
  const serverClock = createServerClock();
  const rest = createRest(auth.idToken, serverClock);
  let live: Promise<ReturnType<typeof openLive>> | undefined;
  const loadLive = () =>
    (live ??= import(/* webpackChunkName: "auth-sdk" */ './authSdk')
      .then(({ loadDatabaseSdk }) => loadDatabaseSdk())
      .then(({ openLive }) => openLive({ auth, rest, serverClock, onConnected }))
      .catch(() => {
        live = undefined; // the next call tries again
        throw new ServiceFailure('network', 'unreachable', 'The server cannot be reached');
      }));
  const writerOf = async (userId: string) => (await loadLive()).writerOf(userId);

  const follow: DatabaseService['follow'] = (...given) => {
    let stop: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const begin = () => {
      loadLive().then(
        loaded => {
          if (!ended) stop = loaded.follow(...given);
        },
        () => {
          if (!ended) timer = setTimeout(begin, RETRY_AFTER);
        },
      );
    };
    begin();
    return () => {
      ended = true;
      clearTimeout(timer);
      stop?.();
    };
  };

  /** Known from any answer, else from the connection. */
  const serverTime = async (userId: string) =>
    serverClock.now() ?? (await (await loadLive()).serverTime(userId));

  /** Marks that this page has written, and those of confirmed operations, which nothing needs any more. */
  const writtenMarks = new Set<string>();
  const staleMarks: string[] = [];
  const updateOnce: DatabaseService['updateOnce'] = async (userId, { id, isAttempted }, changes) => {
    if (isAttempted && (await appliedAt(userId, id)) !== null) return false;
    const stale = staleMarks.splice(0, MARKS_AT_ONCE);
    const marks: Records = Object.fromEntries(stale.map(one => [databasePaths.applied(one), null]));
    marks[databasePaths.applied(id)] = new Date(await serverTime(userId)).toISOString();
    await rest(userId, '', { method: 'PATCH', body: { ...changes, ...marks } });
    writtenMarks.add(id);
    return true;
  };
  const appliedAt = async (userId: string, id: string) => {
    const { value } = await rest(userId, databasePaths.applied(id));
    return typeof value === 'string' ? value : null;
  };

  return {
    loadTasks: async userId => recordsOf((await rest(userId, listPaths.tasks, { isFirst: true })).value),
    async addTask(userId, body) {
      const { value } = await rest(userId, listPaths.tasks, { method: 'POST', body });
      return (value as { name: string }).name;
    },
    async findTasks(userId, taskId) {
      const query = { orderBy: '"taskId"', equalTo: String(taskId) };
      return recordsOf((await rest(userId, listPaths.tasks, { query })).value);
    },
    async readRecord(userId, list, fireId) {
      const { value, etag } = await rest(userId, recordPath(list, fireId), { etag: ETAG_WANTED });
      return { record: value, etag };
    },
    removeRecord: async (userId, list, fireId, record) =>
      (await writerOf(userId)).removeIf(databasePaths.record(list, fireId), { record }),
    removeCopy: async (userId, list, fireId, deletedAt) =>
      (await writerOf(userId)).removeIf(databasePaths.trash(list, fireId), { deletedAt }),
    async saveTask(userId, fireId, body, etag) {
      await rest(userId, recordPath('tasks', fireId), { method: 'PUT', body, etag });
    },
    loadNotes: async userId => recordsOf((await rest(userId, listPaths.notes)).value),
    addNote: async (userId, fireId, body) =>
      (await writerOf(userId)).set(databasePaths.record('notes', fireId), body),
    async saveNote(userId, fireId, body) {
      await rest(userId, recordPath('notes', fireId), { method: 'PATCH', body });
    },
    readWriteIntents: async (userId, fireId) =>
      recordsOf((await rest(userId, databasePaths.writeIntents(encodeURIComponent(fireId)))).value),
    loadDone: async userId => recordsOf((await rest(userId, listPaths.done, { isFirst: true })).value),
    loadLooks: async userId => recordsOf((await rest(userId, listPaths.looks)).value),
    readShown: async (userId, list, fireId) =>
      (await rest(userId, databasePaths.shown(list, encodeURIComponent(fireId)))).value,
    loadSettings: async userId => recordsOf((await rest(userId, listPaths.settings)).value),
    async loadTrash(userId) {
      const trash = recordsOf((await rest(userId, listPaths.trash)).value);
      return { tasks: recordsOf(trash['tasks'] ?? null), notes: recordsOf(trash['notes'] ?? null) };
    },
    async loadOldTrash(userId, list, before) {
      const query = { orderBy: '"deletedAt"', endAt: JSON.stringify(before) };
      return recordsOf((await rest(userId, listPaths[`trash/${list}`], { query })).value);
    },
    readTrash: async (userId, list, fireId) => (await rest(userId, trashPath(list, fireId))).value,
    async findInTrash(userId, taskId) {
      const query = { orderBy: '"record/taskId"', equalTo: String(taskId) };
      return recordsOf((await rest(userId, listPaths['trash/tasks'], { query })).value);
    },
    async keepInTrash(userId, list, fireId, copy) {
      await rest(userId, trashPath(list, fireId), { method: 'PUT', body: copy });
    },
    async restore(userId, list, fireId, record) {
      await rest(userId, recordPath(list, fireId), { method: 'PUT', body: record, etag: NOTHING });
    },
    async update(userId, changes) {
      await rest(userId, '', { method: 'PATCH', body: changes });
    },
    updateOnce,
    appliedAt,
    releaseMarks(operationId) {
      for (const id of writtenMarks)
        if (id.startsWith(operationId)) {
          writtenMarks.delete(id);
          staleMarks.push(id);
        }
    },
    async forgetApplied(userId, before) {
      const query = { orderBy: '"$value"', endAt: JSON.stringify(before) };
      const old = Object.keys(recordsOf((await rest(userId, listPaths.applied, { query })).value));
      if (old.length === 0) return;
      const body = Object.fromEntries(old.map(id => [databasePaths.applied(id), null]));
      await rest(userId, '', { method: 'PATCH', body });
    },
    serverTime,
    deleteAll: async userId => (await writerOf(userId)).remove(''),
    follow,
    async close(userId) {
      forgetKey(homeKey(userId));
      void live?.then(loaded => loaded.close()).catch(() => undefined);
    },
  };
}

const recordPath = (list: ListName, fireId: string) => databasePaths.record(list, encodeURIComponent(fireId));
const trashPath = (list: ListName, fireId: string) => databasePaths.trash(list, encodeURIComponent(fireId));
