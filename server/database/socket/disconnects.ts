import { pairsOf } from '../../lib/pairs';
import { StoreError } from '../../lib/errors';
import { ProtocolError, type Auth, type Json, type Section } from '../../lib/types';
import type { Database } from '../database';
import { LIMIT } from '../holding/limits';
import { isPrefix, type Path } from '../tree/keys';
import type { Records } from '../tree/records';
import { partsOf, type Write } from '../writing/write';

const PREFIX = '~';

/**
 * The writes to make at the end of a session, in the order of their requests. They are stored, so that after a crash
 * the next start makes those of the sessions that were open.
 */
export class Disconnects {
  private readonly writes = new Map<string, Kept>();
  private count = 0;
  /** The total number of places in all writes. */
  private places = 0;
  private heldBytes = 0;

  constructor(
    private readonly database: Database,
    private readonly session: string,
  ) {}

  /** The number of writes. */
  get size(): number {
    return this.writes.size;
  }

  /** Bytes of memory of all writes. */
  get bytes(): number {
    return this.heldBytes;
  }

  /**
   * Adds a write, replacing those at or below its path; throws when the rules refuse it now, and `too_big` when the
   * session's limit of places is exceeded.
   */
  add(write: Write): Records {
    const places = placesOf(write);
    if (this.places + places.length > LIMIT.disconnectsPerConnection)
      throw new ProtocolError('too_big', 'Too many operations wait for the disconnect');
    this.database.check(write);
    const records: Records = new Map();
    for (const { place } of places) this.drop(place, records);
    const key = `${PREFIX}${this.session}/${String(this.count++).padStart(9, '0')}`;
    this.put(key, { write, places }, records);
    return records;
  }

  /** Removes the writes at or below a path. */
  cancel(path: Path): Records {
    const records: Records = new Map();
    this.drop(path, records);
    return records;
  }

  /** Removes the writes that a user requested with tokens which were revoked. */
  forget(uid: string): Records {
    const records: Records = new Map();
    for (const [key, { write }] of this.writes) if (write.auth?.uid === uid) this.remove(key, records);
    return records;
  }

  /**
   * Makes the writes; each is checked against the current rules and accounts, and a refused one is dropped. `settle`
   * is called once for each.
   */
  fire(settle: () => void): void {
    const writes = [...this.writes];
    this.writes.clear();
    [this.places, this.heldBytes] = [0, 0];
    for (const [key, { write }] of writes) fireWrite(this.database, key, write, settle);
  }

  private put(key: string, { write, places }: Omit<Kept, 'bytes'>, records: Records): void {
    const text = JSON.stringify(write);
    const kept = { write, places, bytes: WRITE_BYTES + PATH_BYTES * places.length + 2 * text.length };
    this.recount(this.writes.get(key), kept);
    this.writes.set(key, kept);
    records.set(key, text);
  }

  private remove(key: string, records: Records): void {
    this.recount(this.writes.get(key), undefined);
    this.writes.delete(key);
    records.set(key, null);
  }

  private recount(before: Kept | undefined, after: Kept | undefined): void {
    this.places += (after?.places.length ?? 0) - (before?.places.length ?? 0);
    this.heldBytes += (after?.bytes ?? 0) - (before?.bytes ?? 0);
  }

  /** Removes the parts of all writes that are at or below a path. */
  private drop(path: Path, records: Records): void {
    for (const [key, { write, places }] of this.writes) {
      const left = places.filter(({ place }) => !isPrefix(path, place));
      if (left.length === places.length) continue;
      if (left.length === 0) this.remove(key, records);
      else this.put(key, { write: { ...write, data: dataOf(left) }, places: left }, records);
    }
  }
}

type Place = ReturnType<typeof partsOf>[number];
type Kept = { write: Write; places: readonly Place[]; bytes: number };

/** Bytes of memory of a write besides its text, and of each of its places. */
const [WRITE_BYTES, PATH_BYTES] = [1_000, 300];

/** The places that a write sets; the key is the one in the update. */
function placesOf(write: Write): Place[] {
  return write.kind === 'merge' ? partsOf(write) : [{ key: '', place: write.path, value: write.data }];
}

/** The update that sets these places. */
function dataOf(places: readonly Place[]): Json {
  return Object.fromEntries(places.map(({ key, value }) => [key, value]));
}

/** Makes the writes of sessions that did not end, oldest first; resolves when they are done. */
export async function fireLeftOver(database: Database, section: Section): Promise<void> {
  for await (const [key, write] of readLeftOver(section)) fireWrite(database, key, write, () => undefined);
  await database.drained();
}

/** The stored writes of sessions, by record key. Throws a `StoreError` like `readWrite`. */
export async function* readLeftOver(section: Section): AsyncGenerator<[key: string, write: Write]> {
  for await (const [key, text] of pairsOf(section.pages(PREFIX))) yield [key, readWrite(text)];
}

/** Parses a stored write. Throws a `StoreError` when invalid. */
function readWrite(text: string): Write {
  const { kind, path, data, auth } = (parsed(text) ?? {}) as { [field: string]: Json };
  const isPath = Array.isArray(path) && path.every(key => typeof key === 'string');
  const isAuth = auth === null || (typeof auth === 'object' && isUser(auth));
  if ((kind !== 'set' && kind !== 'merge') || !isPath || !isAuth || data === undefined)
    throw new StoreError('A record of what a session left is none that this program writes.');
  return { kind, path: path as string[], data, auth: auth as Auth };
}

const isUser = (auth: object | undefined): boolean => {
  const { uid, provider, token } = (auth ?? {}) as { [field: string]: Json };
  return (
    typeof uid === 'string' && typeof provider === 'string' && typeof token === 'object' && token !== null
  );
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function fireWrite(database: Database, key: string, write: Write, settle: () => void): void {
  const done: Records = new Map([[key, null]]);
  // A refused write leaves its record, so the record is removed separately.
  database.write(write, error => (error ? database.keep(done, settle) : settle()), done);
}
