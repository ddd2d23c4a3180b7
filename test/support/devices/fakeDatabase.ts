import { createHash } from 'node:crypto';
import { atOnce } from '../../../server/lib/slices';
import type { NodeView } from '../../../server/lib/types';
import { isObject } from '../../../shared/json';
import { listPaths } from '../../../src/services/databasePaths';
import type {
  AccountStorage,
  DatabaseService,
  Json,
  LiveEvent,
  Query,
  Records,
} from '../../../src/services/database';
import { ServiceFailure, type FailureKind } from '../../../src/services/failure';
import { empty } from '../rules/jsonView';
import { rules } from '../rules/productRules';

type Write = 'addTask' | 'saveTask' | 'addNote' | 'saveNote' | 'update' | 'apply' | 'deleteAll';

/** The lists, each at its path. */
type ListsByName = Record<keyof typeof listPaths | 'leases' | 'devices', Records>;
const placeOf: Record<keyof ListsByName, string> = {
  ...listPaths,
  leases: 'ext/leases',
  devices: 'ext/devices',
};
const places = Object.entries(placeOf) as [keyof ListsByName, string][];

/** When a call fails: before it arrives, or with its answer lost. */
export type Fault = { at: 'before' | 'after'; kind: FailureKind };

const OWN = { enumerable: true, configurable: true, writable: true };

const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

/** A push key as the server generates it, with the time. */
function pushKey(count: number) {
  let head = '';
  for (let rest = Date.now(), digit = 0; digit < 8; digit++, rest = Math.floor(rest / 64))
    head = ALPHABET[rest % 64]! + head;
  return `${head}${String(count).padStart(12, '0')}`;
}

const etagOf = (record: Json) => createHash('sha1').update(JSON.stringify(record)).digest('base64');

/** A value with a changed path below it; empty objects are removed. */
function withValue(json: Json | undefined, [key, ...rest]: string[], value: Json): Json {
  if (key === undefined) return value;
  const before = json !== null && typeof json === 'object' ? (json as Records) : {};
  const { [key]: child, ...others } = before;
  const after = withValue(child, rest, value);
  const members = after === null ? others : { ...others, [key]: after };
  return Object.keys(members).length > 0 ? members : null;
}

/** The JSON with the server's time in place of each server value. */
const withServerTime = (json: Records, now: number): Records =>
  JSON.parse(JSON.stringify(json), (_key, value: Json) =>
    isObject(value) && '.sv' in value ? now : value,
  ) as Records;

/** JSON as a view for the rules, built lazily. */
function viewOf(json: Json | undefined): NodeView {
  if (json === null || json === undefined) return empty;
  if (typeof json !== 'object') return { ...empty, leaf: json, isEmpty: false };
  const members = json as Records;
  const keys = Object.keys(members);
  if (keys.length === 0) return empty;
  return {
    leaf: undefined,
    priority: null,
    isEmpty: false,
    size: keys.length,
    child: key => (Object.hasOwn(members, key) ? viewOf(members[key]) : empty),
    keys: () => keys,
  };
}

/** A record's key may be the name of an inherited property: `toString`. */
const ownOf = (records: Records, key: string): Json => (Object.hasOwn(records, key) ? records[key]! : null);
const set = (records: Records, key: string, record: Json) => {
  if (record === null) delete records[key];
  // An assignment to the key `__proto__` would be lost.
  else Object.defineProperty(records, key, { value: record, ...OWN });
};

/** The user's data as one tree. */
const treeOf = (lists: ListsByName): Json => ({
  anna: places.reduce((tree: Json, [name, path]) => {
    const isEmpty = Object.keys(lists[name]).length === 0;
    return isEmpty ? tree : withValue(tree, path.split('/'), lists[name]);
  }, {}),
});

/** A Realtime Database in memory, with the product's rules, ETags, live listeners and faults. */
export function fakeDatabase(first: Partial<ListsByName> = {}) {
  const lists = Object.fromEntries(places.map(([name]) => [name, { ...first[name] }])) as ListsByName;
  const writes: string[] = [];
  const faults: Fault[] = [];
  const listeners = new Set<{ list: keyof ListsByName; listener: (event: LiveEvent) => void }>();
  let keys = 0;
  let isClosed = 0;
  /** Milliseconds that the server's clock is ahead of the device's. */
  let ahead = 0;
  /** The promise that a read waits for; none when it is answered at once. */
  let gate: Promise<void> | undefined;

  const emit = (list: keyof ListsByName, records: Records) => {
    for (const listener of listeners)
      if (listener.list === list) listener.listener({ type: 'changes', records });
  };
  /** Changes a list, and emits a single event, like the real services. */
  const change = (list: keyof ListsByName, records: Records) => {
    for (const [key, record] of Object.entries(records)) set(lists[list], key, record);
    emit(list, records);
  };
  const put = (list: keyof ListsByName, key: string, record: Json) => change(list, { [key]: record });
  /** The place that a path of an update names: the list, the key in it, and the path below. */
  const placesOf = (paths: Records) =>
    Object.entries(withServerTime(paths, Date.now() + ahead)).map(([path, value]) => {
      const [list, start] = places.find(([, place]) => path.startsWith(`${place}/`))!;
      const [key, ...below] = path.slice(start.length + 1).split('/') as [string, ...string[]];
      return { path, list, key, below, value };
    });
  /** Writes values at several paths, if the product's rules allow it. */
  const putAll = (paths: Records) => {
    const changes = placesOf(paths);
    const after = { ...lists };
    const touched = new Set(changes.map(({ list }) => list));
    for (const list of touched) after[list] = { ...lists[list] };
    for (const { list, key, below, value } of changes)
      set(after[list], key, withValue(ownOf(after[list], key), below, value));
    const isAllowed = rules().canWrite({
      auth: { uid: 'anna', provider: 'password', token: {} },
      now: Date.now() + ahead,
      root: viewOf(treeOf(lists)),
      newRoot: viewOf(treeOf(after)),
      writes: changes.map(({ path, value }) => ({
        path: ['anna', ...path.split('/')],
        deletes: value === null,
      })),
    });
    if (!(typeof isAllowed === 'boolean' ? isAllowed : atOnce(isAllowed)))
      throw new ServiceFailure('refused', 'PERMISSION_DENIED', 'Permission denied');
    for (const list of touched) {
      const keys = changes.filter(change => change.list === list).map(({ key }) => key);
      change(list, Object.fromEntries(keys.map(key => [key, ownOf(after[list], key)])));
    }
  };
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

  let storage: AccountStorage | null = null;
  const recordAt = (list: 'tasks' | 'notes', key: string) => ownOf(lists[list], key);

  const found = (list: keyof ListsByName, query: Query) => {
    const fieldOf = (value: Json) =>
      query.by === '$value'
        ? value
        : query.by.split('/').reduce((at: Json, key) => (at as Records | null)?.[key] ?? null, value);
    const isFound = (value: Json) =>
      'equalTo' in query ? value === query.equalTo : typeof value === 'string' && value <= query.upTo;
    return Object.fromEntries(Object.entries(lists[list]).filter(([, value]) => isFound(fieldOf(value))));
  };
  const valueAt = (path: string): Json => {
    const [{ list, key, below }] = placesOf({ [path]: null }) as [ReturnType<typeof placesOf>[0]];
    return below.reduce((at: Json, part) => (at as Records | null)?.[part] ?? null, ownOf(lists[list], key));
  };

  const service: DatabaseService = {
    load: (_userId, list) => read(() => ({ ...lists[list] })),
    find: (_userId, list, query) => read(() => found(list, query)),
    read: (_userId, path) => read(() => valueAt(path)),
    readRecord: (_userId, list, key) =>
      read(() => {
        const record = recordAt(list, key);
        return { record, etag: etagOf(record) };
      }),
    addTask: (_userId, body) =>
      write('addTask', () => {
        const key = pushKey(++keys);
        putAll({ [`tasks/${key}`]: { ...body } });
        return key;
      }),
    saveTask: (_userId, key, body, etag) =>
      write('saveTask', () => {
        if (etagOf(recordAt('tasks', key)) !== etag) throw new ServiceFailure('conflict', 'conflict');
        putAll({ [`tasks/${key}`]: { ...body } });
      }),
    addNote: (_userId, key, body) => write('addNote', () => putAll({ [`notes/${key}`]: { ...body } })),
    saveNote: (_userId, key, body) =>
      write('saveNote', () => putAll({ [`notes/${key}`]: { ...(lists.notes[key] as object), ...body } })),
    async update(_userId, paths) {
      // Leases are ignored, because users never see them.
      if (Object.keys(paths).every(path => path.startsWith('ext/leases/'))) return putAll(paths);
      await write('update', () => putAll(paths));
    },
    apply: (_userId, ids, paths) =>
      write('apply', () => {
        const at = new Date(Date.now() + ahead).toISOString();
        const marks = [ids].flat().map((id): [string, Json] => [`ext/applied/${id}`, at]);
        putAll({ ...paths, ...Object.fromEntries(marks) });
      }),
    accountStorage: () => read(() => storage),
    serverTime: () => read(() => Date.now() + ahead),
    deleteAll: () =>
      write('deleteAll', () => {
        for (const list of Object.keys(lists) as (keyof ListsByName)[])
          Object.keys(lists[list]).forEach(key => put(list, key, null));
      }),
    follow(_userId, list, listener) {
      const follower = { list, listener };
      listeners.add(follower);
      listener({ type: 'list', records: { ...lists[list] } });
      return () => listeners.delete(follower);
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
    /** Makes the next writes fail, each with one of these. */
    fail: (...next: Fault[]) => void faults.push(...next),
    /** Another device changes a record (null: deletes it). */
    put,
    /** Sets how many milliseconds the server's clock is ahead of the device's. */
    setServerAhead: (milliseconds: number) => void (ahead = milliseconds),
    /** Sets the bytes that the account stores and may store. */
    setStorage: (stores: number, mayStore: number) => void (storage = { stores, mayStore }),
    closings: () => isClosed,
    followers: () => listeners.size,
    /** Delays the answers of reads until the returned function is called. */
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
