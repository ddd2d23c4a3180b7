/** A test's own database that can evict parts, and a record of its answers and events. */
import { randomBytes } from 'node:crypto';
import { Database } from '../../../../server/database/database';
import { Disconnects } from '../../../../server/database/socket/disconnects';
import { Listener, type Push } from '../../../../server/database/tree/listens';
import { hashOf } from '../../../../server/database/tree/hash';
import { splitPath } from '../../../../server/database/tree/keys';
import { parseQuery } from '../../../../server/database/tree/query';
import { EXPORT, toText } from '../../../../server/database/tree/text';
import { windowOf } from '../../../../server/database/tree/window';
import { openStore, type LocalStore } from '../../../../server/storage/store';
import { ProtocolError, type Auth, type Json, type Section } from '../../../../server/lib/types';
import { compile } from '../../../support/rules/rules';

/** Friends are listed in another part of the database, which the rules read. */
const mine = "auth.uid === $uid || root.child('friends').child($uid).child(auth.uid).exists()";
const RULES = compile({
  '.read': "auth.uid === 'admin'",
  '.write': "auth.uid === 'admin'",
  $uid: { '.read': mine, '.write': mine, tasks: { '.indexOn': ['n'] } },
});

/** A database that evicts every unused part when `loadedBytes` is 0. */
export class Side {
  database!: Database;
  store!: LocalStore;
  section!: Section;
  /** The database's clock in milliseconds. */
  now = 1_000;
  readonly seen: string[] = [];
  readonly complaints: string[] = [];
  private readonly listeners = new Map<string, Listener>();
  private disconnects!: Disconnects;

  constructor(
    readonly folder: string,
    private readonly loadedBytes: number,
  ) {}

  async open(): Promise<void> {
    this.store = await openStore(this.folder);
    this.section = this.store.section('db:main');
    this.database = await Database.open({
      section: this.section,
      rules: () => RULES,
      isCurrent: () => true,
      clock: () => this.now,
      random: randomBytes,
      log: {
        info: () => undefined,
        warn: what => this.complaints.push(what),
        error: (details, what) => this.complaints.push(`${what} ${JSON.stringify(details)}`),
      },
      stored: { all: 1e9, shareOf: () => 1e9, room: () => 1e9 },
      unwrittenBytes: { all: 1e7, one: 1e7 },
      loadedBytes: this.loadedBytes,
      answering: () => 0,
      wholeBytes: 1e9,
    });
    this.disconnects = new Disconnects(this.database, 'session');
    this.listeners.clear();
  }

  async close(): Promise<void> {
    await this.database.drained();
    this.database.close();
    await this.store.close();
  }

  async do(act: Act): Promise<void> {
    const answer = await this.answer(act).catch((error: unknown) => {
      if (error instanceof ProtocolError) return error.code;
      throw error;
    });
    this.seen.push(`${act.what} ${act.path} by ${act.auth?.uid}: ${answer}`);
  }

  private async answer({ what, path: text, auth, data, query: asked, withHash }: Act): Promise<string> {
    const { database } = this;
    const path = splitPath(text);
    const query = database.known(path, parseQuery(asked));
    const read = () => database.run(() => database.read(path, query, auth));
    if (what === 'read') {
      const node = await read();
      return toText(query ? windowOf(node, query) : node, EXPORT);
    }
    if (what === 'listen') return this.listen(path, JSON.stringify(asked ?? 0), auth, query);
    if (what === 'end') {
      const count = this.disconnects.size;
      await new Promise<void>(done => {
        let left = count;
        if (left === 0) done();
        this.disconnects.fire(() => (left -= 1) === 0 && done());
      });
      return String(count);
    }
    if (what === 'at the end') {
      const write = { kind: 'set', path, data, auth } as const;
      const records = await database.run(() => this.disconnects.add(write));
      return new Promise(done => database.keep(records, error => done(error?.code ?? 'ok')));
    }
    const ifHash = withHash ? { ifHash: hashOf(await read()) } : {};
    return new Promise(done =>
      database.write({ kind: what, path, data, auth, ...ifHash }, error => done(error?.code ?? 'ok')),
    );
  }

  private async listen(
    path: readonly string[],
    asked: string,
    auth: Auth,
    query: ReturnType<typeof parseQuery>,
  ): Promise<string> {
    const { database, listeners } = this;
    const name = `${path.join('/')} ${asked}`;
    const former = listeners.get(name);
    if (former) {
      database.listens.remove(former);
      listeners.delete(name);
      return 'no more';
    }
    const tell = (push: Push) => void this.seen.push(`${name} hears ${wordsOf(push)}`);
    const listener = new Listener(path, query, tell, error => this.complaints.push(String(error)));
    return database.run(() => {
      const node = database.read(path, query, auth);
      database.listens.add(listener);
      listeners.set(name, listener);
      return toText(query ? windowOf(node, query) : node, EXPORT);
    });
  }
}

function wordsOf(push: Push): string {
  if (push.kind === 'set') return `${push.path.join('/')} = ${toText(push.value, EXPORT)}`;
  return push.values.map(([key, value]) => `${key} = ${toText(value, EXPORT)}`).join(', ');
}

export type Act = {
  what: 'read' | 'listen' | 'set' | 'merge' | 'at the end' | 'end';
  path: string;
  auth: Auth;
  data: Json;
  query: Json | undefined;
  withHash: boolean;
};
