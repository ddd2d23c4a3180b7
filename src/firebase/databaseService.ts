import { databasePaths, listPaths } from '../lib/databasePaths';
import type { DatabaseService, ListName, LiveEvent, LiveList, Records } from '../services/database';
import { ServiceFailure } from '../services/failure';
import type { FirebaseAuth } from './authService';
import { loadConfig } from './config';
import type { Wire } from './databaseSdk';
import { createRest, ETAG_WANTED, recordsOf } from './rest';
import { createServerClock } from './serverClock';

const RETRY_AFTER = 5000;
/** Milliseconds that a handshake's time may be old when it is heard. */
const HANDSHAKE = 1000;
/** The ETag of what is not there. */
const NOTHING = 'null_etag';

/** Marks of applied operations that are removed with the next one. */
const MARKS_AT_ONCE = 50;

/** The calls of docs/rules.md, Calls: over REST or through the SDK, as listed there. */
export function createDatabase(
  auth: Pick<FirebaseAuth, 'idToken' | 'user'>,
  /** Told whenever the live connection is there (again). */
  onConnected: () => void = () => undefined,
): DatabaseService {
  const serverClock = createServerClock();
  const rest = createRest(auth.idToken, serverClock);
  const loadSdk = async () =>
    (await import(/* webpackChunkName: "auth-sdk" */ './authSdk')).loadDatabaseSdk();
  let current: { userId: string; wire: Promise<Wire> } | undefined;
  /** Each begins to follow its list anew. */
  const restarts = new Set<() => void>();
  const restartAll = () => [...restarts].forEach(restart => restart());

  /** The user's connection; opened when it is first needed, and anew after it was dropped. */
  const wireOf = (userId: string): Promise<Wire> => {
    if (current?.userId === userId) return current.wire;
    const mine: typeof current = { userId, wire: open(userId, isRefused => forget(mine, isRefused)) };
    mine.wire.catch(() => forget(mine));
    current = mine;
    return mine.wire;
  };
  const forget = (dropped: typeof current, isRefused = false) => {
    if (!dropped || current !== dropped) return;
    current = undefined;
    // What the provider refused this connection it refuses the session too, unless that was renewed since.
    const asked = isRefused ? auth.idToken(dropped.userId, true).catch(() => undefined) : Promise.resolve();
    void asked.then(restartAll);
  };
  const open = async (userId: string, dropped: (isRefused: boolean) => void) => {
    const [config, user, sdk] = await Promise.all([loadConfig(), auth.user(userId), loadSdk()]).catch(
      error => {
        throw error instanceof ServiceFailure
          ? error
          : new ServiceFailure('network', 'unreachable', 'The server cannot be reached');
      },
    );
    return sdk.openWire(config, user, dropped, (isAgain, serverTime) => {
      onConnected();
      serverClock.heard(serverTime, serverTime + HANDSHAKE);
      // The SDK tells only what differs from what it knew: not that a task, made by REST and deleted elsewhere while
      // this connection was lost, is gone.
      if (isAgain) restartAll();
    });
  };

  /** Follows through whatever connection there is: after one was lost, the list is read whole again. */
  const follow = (
    userId: string,
    list: LiveList,
    listener: (event: LiveEvent) => void,
    knownKeys?: readonly string[],
  ) => {
    let stop: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const begin = async () => {
      stop?.();
      stop = undefined;
      clearTimeout(timer);
      try {
        const wire = await wireOf(userId);
        if (!ended) stop = wire.follow(`${userId}/${listPaths[list]}`, listener, again, knownKeys);
      } catch {
        again();
      }
    };
    const again = () => {
      clearTimeout(timer);
      if (!ended) timer = setTimeout(() => void begin(), RETRY_AFTER);
    };
    const restart = () => {
      clearTimeout(timer);
      if (!ended) timer = setTimeout(() => void begin());
    };
    restarts.add(restart);
    void begin();
    return () => {
      ended = true;
      restarts.delete(restart);
      clearTimeout(timer);
      stop?.();
    };
  };

  /** Known from any answer; else a handshake tells it, a new one where the connection is older than a leap of the clock. */
  const serverTime = async (userId: string) => {
    for (const isAgain of [false, true]) {
      const known = serverClock.now();
      if (known !== null) return known;
      if (isAgain) await (await wireOf(userId)).drop();
      await (await wireOf(userId)).connected();
    }
    const known = serverClock.now();
    if (known === null) throw new ServiceFailure('network', 'no-time', 'The server did not tell its time');
    return known;
  };

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
      // Without it every conditional write would be refused, again and again.
      if (etag === '')
        throw new ServiceFailure('server', 'no-etag', 'The server’s answer has no readable ETag');
      return { record: value, etag };
    },
    removeRecord: async (userId, list, fireId, record) =>
      (await wireOf(userId)).removeIf(`${userId}/${databasePaths.record(list, fireId)}`, { record }),
    removeCopy: async (userId, list, fireId, deletedAt) =>
      (await wireOf(userId)).removeIf(`${userId}/${databasePaths.trash(list, fireId)}`, { deletedAt }),
    async saveTask(userId, fireId, body, etag) {
      await rest(userId, recordPath('tasks', fireId), { method: 'PUT', body, etag });
    },
    loadNotes: async userId => recordsOf((await rest(userId, listPaths.notes)).value),
    addNote: async (userId, fireId, body) => (await wireOf(userId)).set(`${userId}/notes/${fireId}`, body),
    async saveNote(userId, fireId, body) {
      await rest(userId, recordPath('notes', fireId), { method: 'PATCH', body });
    },
    readWriteIntents: async (userId, fireId) =>
      recordsOf((await rest(userId, databasePaths.writeIntents(encodeURIComponent(fireId)))).value),
    loadDone: async userId => recordsOf((await rest(userId, listPaths.done, { isFirst: true })).value),
    readDone: async (userId, fireId) =>
      (await rest(userId, databasePaths.done(encodeURIComponent(fireId)))).value,
    loadLooks: async userId => recordsOf((await rest(userId, listPaths.looks)).value),
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
    deleteAll: async userId => (await wireOf(userId)).remove(userId),
    follow,
    async close() {
      const closing = current;
      current = undefined;
      // Not waited for: a connection that is only being opened may take as long as the network likes.
      void closing?.wire.then(wire => wire.drop()).catch(() => undefined);
    },
  };
}

const recordPath = (list: ListName, fireId: string) => databasePaths.record(list, encodeURIComponent(fireId));
const trashPath = (list: ListName, fireId: string) => databasePaths.trash(list, encodeURIComponent(fireId));
