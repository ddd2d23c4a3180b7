import { createHash } from 'node:crypto';
import type { DatabaseService, Json, LiveEvent, LiveList, Records } from '../../src/services/database';
import { ServiceFailure, type FailureKind } from '../../src/services/failure';

type Write =
  | 'addTask'
  | 'saveTask'
  | 'removeRecord'
  | 'addNote'
  | 'saveNote'
  | 'keepInTrash'
  | 'removeCopy'
  | 'restore'
  | 'update'
  | 'updateOnce'
  | 'deleteAll';
/** What a path of an update begins with, and the list that it is in. */
const places: [string, LiveList][] = [
  ['tasks/', 'tasks'],
  ['notes/', 'notes'],
  ['ext/done/', 'done'],
  ['ext/looks/', 'looks'],
  ['ext/settings/', 'settings'],
  ['ext/trash/tasks/', 'trash/tasks'],
  ['ext/trash/notes/', 'trash/notes'],
];
/** When a call fails: before the server has it, or with its answer on the way back. */
export type Fault = { at: 'before' | 'after'; kind: FailureKind };

const OWN = { enumerable: true, configurable: true, writable: true };

const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

/** A key as the server makes it: it carries the time. */
function pushKey(count: number) {
  let head = '';
  for (let rest = Date.now(), digit = 0; digit < 8; digit++, rest = Math.floor(rest / 64))
    head = ALPHABET[rest % 64]! + head;
  return `${head}${String(count).padStart(12, '0')}`;
}

const etagOf = (record: Json) => createHash('sha1').update(JSON.stringify(record)).digest('base64');

/** A record with one field more or less; the database keeps none without fields. */
function withField(record: Json | undefined, field: string, value: Json): Json {
  const { [field]: _before, ...rest } = (record ?? {}) as Records;
  const fields = value === null ? rest : { ...rest, [field]: value };
  return Object.keys(fields).length > 0 ? fields : null;
}

/** A Realtime Database in memory, with ETags, live listeners and faults; the only faked thing that a test asks for truth. */
export function fakeDatabase(first: Partial<Record<LiveList, Records>> = {}) {
  const lists: Record<LiveList, Records> = {
    tasks: { ...first.tasks },
    notes: { ...first.notes },
    done: { ...first.done },
    looks: { ...first.looks },
    settings: { ...first.settings },
    'trash/tasks': { ...first['trash/tasks'] },
    'trash/notes': { ...first['trash/notes'] },
  };
  const writes: string[] = [];
  const faults: Fault[] = [];
  const listeners = new Set<{ list: LiveList; listener: (event: LiveEvent) => void }>();
  let keys = 0;
  let isClosed = 0;
  /** Milliseconds that the server's clock is ahead of the device's. */
  let ahead = 0;
  /** What a read waits for; none when it is answered at once. */
  let gate: Promise<void> | undefined;

  const tell = (list: LiveList, records: Records) => {
    for (const one of listeners) if (one.list === list) one.listener({ type: 'changes', records });
  };
  const put = (list: LiveList, key: string, record: Json) => {
    if (record === null) delete lists[list][key];
    // Assigned, a record that goes by `__proto__` would be lost.
    else Object.defineProperty(lists[list], key, { value: record, ...OWN });
    tell(list, { [key]: record });
  };
  /** By note and operation. */
  const intents = new Map<string, Records>();
  const putIntent = (fireId: string, operationId: string | undefined, value: Json) => {
    const ofNote = operationId === undefined ? {} : { ...intents.get(fireId), [operationId]: value };
    intents.set(fireId, Object.fromEntries(Object.entries(ofNote).filter(([, intent]) => intent !== null)));
  };
  const putAll = (paths: Records) => {
    for (const [path, value] of Object.entries(paths)) {
      if (path.startsWith('ext/intents/')) {
        const [, , fireId, operationId] = path.split('/');
        putIntent(fireId!, operationId, value);
        continue;
      }
      const [start, list] = places.find(([before]) => path.startsWith(before))!;
      const [key, field] = path.slice(start.length).split('/') as [string, string | undefined];
      put(list, key, field === undefined ? value : withField(lists[list][key], field, value));
    }
  };
  const applied = new Map<string, string>();
  const write = async <Answer>(name: Write, work: () => Answer): Promise<Answer> => {
    await Promise.resolve();
    const fault = faults.shift();
    if (fault?.at === 'before') throw new ServiceFailure(fault.kind, fault.kind, `No ${name}`);
    const answer = work();
    writes.push(name);
    if (fault) throw new ServiceFailure(fault.kind, fault.kind, `No answer to ${name}`);
    return answer;
  };
  const read = async <Answer>(answer: () => Answer): Promise<Answer> => {
    const now = answer();
    await (gate ?? Promise.resolve());
    return now;
  };

  /** A record may be called like what every object has: `toString`. */
  const recordAt = (list: 'tasks' | 'notes', key: string): Json =>
    Object.hasOwn(lists[list], key) ? lists[list][key]! : null;

  const service: DatabaseService = {
    loadTasks: () => read(() => ({ ...lists.tasks })),
    loadNotes: () => read(() => ({ ...lists.notes })),
    addTask: (_userId, body) =>
      write('addTask', () => {
        const key = pushKey(++keys);
        put('tasks', key, { ...body });
        return key;
      }),
    findTasks: (_userId, taskId) =>
      read(() =>
        Object.fromEntries(
          Object.entries(lists.tasks).filter(([, record]) => (record as { taskId: Json }).taskId === taskId),
        ),
      ),
    readRecord: (_userId, list, key) =>
      read(() => {
        const record = recordAt(list, key);
        return { record, etag: etagOf(record) };
      }),
    removeRecord: (_userId, list, key, record) =>
      write('removeRecord', () => {
        const now = recordAt(list, key);
        if (now !== null && etagOf(now) !== etagOf(record)) throw new ServiceFailure('conflict', 'conflict');
        put(list, key, null);
      }),
    saveTask: (_userId, key, body, etag) =>
      write('saveTask', () => {
        if (etagOf(lists.tasks[key] ?? null) !== etag) throw new ServiceFailure('conflict', 'conflict');
        put('tasks', key, { ...body });
      }),
    addNote: (_userId, key, body) => write('addNote', () => put('notes', key, { ...body })),
    saveNote: (_userId, key, body) =>
      write('saveNote', () => put('notes', key, { ...(lists.notes[key] as object), ...body })),
    readWriteIntents: (_userId, key) => read(() => ({ ...intents.get(key) })),
    loadDone: () => read(() => ({ ...lists.done })),
    loadLooks: () => read(() => ({ ...lists.looks })),
    readShown: (_userId, list, key) => read(() => lists[list === 'tasks' ? 'done' : 'looks'][key] ?? null),
    loadSettings: () => read(() => ({ ...lists.settings })),
    loadTrash: () => read(() => ({ tasks: { ...lists['trash/tasks'] }, notes: { ...lists['trash/notes'] } })),
    loadOldTrash: (_userId, list, before) =>
      read(() =>
        Object.fromEntries(
          Object.entries(lists[`trash/${list}`]).filter(
            ([, copy]) => (copy as { deletedAt: string }).deletedAt <= before,
          ),
        ),
      ),
    readTrash: (_userId, list, key) => read(() => lists[`trash/${list}`][key] ?? null),
    findInTrash: (_userId, taskId) =>
      read(() =>
        Object.fromEntries(
          Object.entries(lists['trash/tasks']).filter(
            ([, copy]) => (copy as { record: { taskId: Json } }).record.taskId === taskId,
          ),
        ),
      ),
    keepInTrash: (_userId, list, key, copy) =>
      write('keepInTrash', () => put(`trash/${list}`, key, { ...copy })),
    removeCopy: (_userId, list, key, deletedAt) =>
      write('removeCopy', () => {
        const now = lists[`trash/${list}`][key] as { deletedAt: string } | undefined;
        if (now && now.deletedAt !== deletedAt) throw new ServiceFailure('conflict', 'conflict');
        put(`trash/${list}`, key, null);
      }),
    restore: (_userId, list, key, record) =>
      write('restore', () => {
        if (lists[list][key] !== undefined) throw new ServiceFailure('conflict', 'conflict');
        put(list, key, record);
      }),
    async update(_userId, paths) {
      // What a device is about to write takes no effect that a person sees.
      if (Object.keys(paths).every(path => path.startsWith('ext/intents/'))) return putAll(paths);
      await write('update', () => putAll(paths));
    },
    updateOnce: async (_userId, { id, isAttempted }, paths) => {
      if (isAttempted && applied.has(id)) return false;
      await write('updateOnce', () => {
        putAll(paths);
        applied.set(id, new Date(Date.now() + ahead).toISOString());
      });
      return true;
    },
    appliedAt: async (_userId, id) => applied.get(id) ?? null,
    releaseMarks: () => undefined,
    async forgetApplied() {},
    serverTime: () => read(() => Date.now() + ahead),
    deleteAll: () =>
      write('deleteAll', () => {
        for (const list of Object.keys(lists) as LiveList[])
          Object.keys(lists[list]).forEach(key => put(list, key, null));
      }),
    follow(_userId, list, listener) {
      const one = { list, listener };
      listeners.add(one);
      listener({ type: 'list', records: { ...lists[list] } });
      return () => listeners.delete(one);
    },
    async close() {
      isClosed += 1;
    },
  };
  return {
    ...service,
    lists,
    /** Names of the writes that took effect, in order. */
    writes,
    /** The next writes fail so, one each. */
    fail: (...next: Fault[]) => void faults.push(...next),
    /** Another device changes a record (null: deletes it). */
    put,
    /** The device's clock is wrong: the server's is so many milliseconds ahead of it. */
    setServerAhead: (milliseconds: number) => void (ahead = milliseconds),
    closings: () => isClosed,
    followers: () => listeners.size,
    /** Reads answer what they found, but only once the returned function is called. */
    delayReads() {
      let open = () => {};
      gate = new Promise<void>(resolve => {
        open = resolve;
      });
      return () => {
        gate = undefined;
        open();
      };
    },
  };
}

export type FakeDatabase = ReturnType<typeof fakeDatabase>;
