import { StoreError } from '../storage/errors';
import type { Auth, Json, Section } from '../types';
import type { Database } from './database';
import { isPrefix, parsePath, type Path } from './tree/keys';
import type { Records } from './tree/records';
import type { Write } from './write';

const PREFIX = '~';

/**
 * What is to be written when a session ends, in the order it was asked for. It is kept on disk, so that it is also done,
 * at the next start, for sessions that were open when the process died.
 */
export class Disconnects {
  private readonly writes = new Map<string, Write>();
  private count = 0;

  constructor(
    private readonly database: Database,
    private readonly session: string,
  ) {}

  get size(): number {
    return this.writes.size;
  }

  /** Adds a write in the place of those at or below its path; throws when the rules refuse it now. */
  add(write: Write): Records {
    this.database.check(write);
    const records: Records = new Map();
    const places =
      write.kind === 'set' ? [write.path] : Object.keys(write.data ?? {}).map(key => below(write, key));
    for (const place of places) this.drop(place, records);
    const key = `${PREFIX}${this.session}/${String(this.count++).padStart(9, '0')}`;
    this.put(key, write, records);
    return records;
  }

  /** Forgets what was to be written at or below a path. */
  cancel(path: Path): Records {
    const records: Records = new Map();
    this.drop(path, records);
    return records;
  }

  /** Forgets what a user's tokens have asked for, because they were revoked. */
  forget(uid: string): Records {
    const records: Records = new Map();
    for (const [key, write] of this.writes) {
      if (write.auth?.uid !== uid) continue;
      this.writes.delete(key);
      records.set(key, null);
    }
    return records;
  }

  /**
   * Does the writes; each is checked against the rules and the accounts of now, and one that is refused is forgotten.
   * `settle` is called once for each.
   */
  fire(settle: () => void): void {
    const writes = [...this.writes];
    this.writes.clear();
    for (const [key, write] of writes) fireWrite(this.database, key, write, settle);
  }

  private put(key: string, write: Write, records: Records): void {
    this.writes.set(key, write);
    records.set(key, JSON.stringify(write));
  }

  private drop(path: Path, records: Records): void {
    for (const [key, write] of this.writes) {
      const kept = without(write, path);
      if (kept === write) continue;
      if (kept) this.put(key, kept, records);
      else {
        this.writes.delete(key);
        records.set(key, null);
      }
    }
  }
}

/** Does the writes of sessions that never ended, oldest session's key first; resolves when they are done. */
export async function fireLeftOver(database: Database, section: Section): Promise<void> {
  for await (const [key, write] of readLeftOver(section)) fireWrite(database, key, write, () => undefined);
  await database.drained();
}

/** The writes that sessions left in a section, by their record's key. Throws `StoreError` as `readWrite` does. */
export async function* readLeftOver(section: Section): AsyncGenerator<[key: string, write: Write]> {
  for await (const [key, text] of section.entries(PREFIX)) yield [key, readWrite(text)];
}

/** The write of a record. Throws `StoreError` for a text that `put` does not leave. */
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
  // A refused write leaves its record, so the record is removed by itself.
  database.write(write, error => (error ? database.keep(done, settle) : settle()), done);
}

function below({ path }: Write, key: string): Path {
  return [...path, ...parsePath(key, { write: true })];
}

/** The write without its parts at or below a path; null when nothing is left, itself when it has none there. */
function without(write: Write, path: Path): Write | null {
  if (write.kind === 'set') return isPrefix(path, write.path) ? null : write;
  const entries = Object.entries(write.data as { [key: string]: Json });
  const kept = entries.filter(([key]) => !isPrefix(path, below(write, key)));
  if (kept.length === entries.length) return write;
  return kept.length === 0 ? null : { ...write, data: Object.fromEntries(kept) };
}
