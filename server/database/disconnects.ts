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
  for await (const [key, text] of section.entries(PREFIX)) {
    const { kind, path, data, auth } = JSON.parse(text) as { [key: string]: Json } as unknown as Write & {
      auth: Auth;
    };
    fireWrite(database, key, { kind, path, data, auth }, () => undefined);
  }
  await database.drained();
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
