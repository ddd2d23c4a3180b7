import { inSlices } from '../../lib/slices';
import { ProtocolError, type Clock, type Json, type TokenVerifier, type Work } from '../../lib/types';
import type { Settle } from '../writing/commits';
import type { Database } from '../database';
import { Gate } from '../gate';
import type { Records } from '../tree/records';
import { Disconnects } from './disconnects';
import { LIMIT } from '../holding/limits';
import { Listener, type Push } from '../tree/listens';
import type { Path } from '../tree/keys';
import type { Query } from '../tree/query';
import { ACTIONS } from './actions';
import { Identity } from './identity';
import { InOrder } from './inOrder';
import { answerMessage, dataMessage, pushMessage, type Frames } from './messages';
import type { Payload, Request, Wire } from './wire';

type SessionParts = { id: string; database: Database; tokens: TokenVerifier; clock: Clock };

/** `held` are changes while the first value is being prepared; null otherwise. */
type Listen = { listener: Listener; tag: number | null; query: Json; held: Push[] | null };

/** The state of a connection: its user, its listens, its disconnect writes. */
export class Session {
  readonly database: Database;
  readonly identity: Identity;
  readonly disconnects: Disconnects;
  private listensBytes = 0;
  /** Requests that wait for the disk. */
  pendingWrites = 0;
  private readonly listens = new Map<string, Listen>();
  private wire!: Wire;
  private idle: (() => void)[] = [];
  private readonly gate = new Gate();
  private readonly changes = new InOrder();

  constructor(parts: SessionParts) {
    this.database = parts.database;
    this.identity = new Identity(
      parts.tokens,
      parts.clock,
      () => this.withdraw('expired_token', 'Auth token is expired'),
      error => this.wire.fail(error),
    );
    this.disconnects = new Disconnects(parts.database, parts.id);
  }

  attach(wire: Wire): void {
    this.wire = wire;
  }

  isWrite({ action }: Request): boolean {
    return ACTIONS.get(action)?.isWrite ?? false;
  }

  /** Answers every request, refused ones with the protocol's error. */
  async handle(request: Request): Promise<void> {
    const answer = (status: string, payload: Payload) =>
      this.wire.send(answerMessage(request.number, status, payload));
    const refuse = (error: unknown) => {
      if (!(error instanceof ProtocolError)) throw error;
      answer(error.code, JSON.stringify(error.message));
    };
    if (request.refused) return refuse(request.refused);
    const action = ACTIONS.get(request.action);
    if (!action) return answer('invalid_action', '"Unknown action"');
    if (!action.isWrite) {
      try {
        return answer('ok', await action.run(this, request.body));
      } catch (error) {
        return refuse(error);
      }
    }
    this.pendingWrites += 1;
    const settle = (error: unknown) => {
      try {
        if (error) refuse(error);
        else answer('ok', '""');
      } catch (bug) {
        this.wire.fail(bug);
      } finally {
        this.settle();
      }
    };
    try {
      action.run(this, request.body, settle);
    } catch (error) {
      settle(error);
    }
  }

  /** Resolves when no request waits for the disk. */
  whenIdle(): Promise<void> | void {
    if (this.pendingWrites > 0) return new Promise(done => this.idle.push(done));
  }

  get listenCount(): number {
    return this.listens.size;
  }

  /** Listens, replacing an earlier listen with the same path and query. */
  listen(path: Path, query: Query | null, tag: number | null, queryJson: Json): Listen {
    const listener = new Listener(
      path,
      query,
      push => this.tell(listen, push),
      error => this.wire.fail(error),
    );
    const listen: Listen = { listener, tag, query: queryJson, held: null };
    if (listener.key.length > LIMIT.listenCharacters)
      throw new ProtocolError('too_big', 'The query is too long');
    this.unlisten(listener.key);
    this.listens.set(listener.key, listen);
    this.database.listens.add(listener);
    this.listensBytes += listener.bytes;
    this.count();
    return listen;
  }

  /** Sends a listen's first value, prepared in slices; changes meanwhile follow it. */
  async open(listen: Listen, first: Work<Frames | null>): Promise<void> {
    listen.held = [];
    const frames = await inSlices(first);
    const { held } = listen;
    listen.held = null;
    this.gate.tell(() => {
      if (frames && listen.listener.isListening) this.wire.send(frames);
    });
    for (const push of held) this.tell(listen, push);
  }

  private tell(listen: Listen, push: Push): void {
    if (listen.held) return void listen.held.push(push);
    this.gate.tell(() => {
      if (listen.listener.isListening) this.push(push, listen.tag);
    });
  }

  /** Changes the disconnect writes, in the order of the calls. */
  changeDisconnects(change: () => Records, settle: Settle): void {
    const keep = (records: Records) => {
      this.database.keep(records, settle);
      this.count();
    };
    this.changes.add(
      () => {
        const records = this.database.run(change);
        return records instanceof Promise ? records.then(keep) : keep(records);
      },
      error => settle(this.database.refusalOf(error), this.database.noStep),
    );
  }

  unlisten(key: string): void {
    const listen = this.listens.get(key);
    if (!listen) return;
    this.database.listens.remove(listen.listener);
    this.listens.delete(key);
    this.listensBytes -= listen.listener.bytes;
    this.count();
  }

  /** Reports how many bytes remain until the session ends or releases them. */
  count(): void {
    this.wire.keeps(this.listensBytes + this.disconnects.bytes);
  }

  /** Ends listens that the current user may not have. */
  recheck(): Promise<void> | void {
    return this.endUnreadable(cancelled => this.tellCancelled(cancelled));
  }

  /**
   * A user's tokens have become invalid: drops the disconnect writes requested with them; if this connection is that
   * user's, it is signed out.
   */
  revoke(uid: string): void {
    const records = this.disconnects.forget(uid);
    if (records.size > 0) this.database.keep(records, () => undefined);
    this.count();
    if (this.identity.auth?.uid === uid) this.withdraw('invalid_token', 'The token was revoked');
  }

  push(push: Push, tag: number | null): void {
    this.wire.send(pushMessage(push, tag));
  }

  /** Stops all listens first; then tells the client why, so that it requests a new token. */
  private withdraw(status: 'expired_token' | 'invalid_token', why: string): void {
    this.identity.drop();
    let isSent = false;
    void this.endUnreadable(cancelled => {
      if (!isSent) this.wire.send(dataMessage({ a: 'ac', b: { s: status, d: why } }));
      isSent = true;
      this.tellCancelled(cancelled);
    });
  }

  /**
   * Ends the listens that are no longer allowed, or cannot be decided. Messages are held back while data are loaded
   * for the rules. `ended` is called for those decided at once, then for each later one.
   */
  private endUnreadable(ended: (listens: Listen[]) => void): Promise<void> | void {
    const cancelled: Listen[] = [];
    const undecided: Promise<void>[] = [];
    for (const listen of [...this.listens.values()]) {
      const decide = (isReadable: boolean, others: Listen[] | null) => {
        if (isReadable || this.listens.get(listen.listener.key) !== listen) return;
        this.unlisten(listen.listener.key);
        if (others) others.push(listen);
        else ended([listen]);
      };
      const answer = this.isReadable(listen.listener);
      if (typeof answer === 'boolean') decide(answer, cancelled);
      else undecided.push(answer.then(isReadable => decide(isReadable, null)));
    }
    ended(cancelled);
    if (undecided.length > 0) return this.gate.during(Promise.all(undecided).then(() => undefined));
  }

  private isReadable({ path, query }: Listener): boolean | Promise<boolean> {
    try {
      const answer = this.database.run(() => this.database.canRead(path, query, this.identity.auth));
      return answer instanceof Promise ? answer.catch(() => false) : answer;
    } catch {
      return false;
    }
  }

  private tellCancelled(listens: readonly Listen[]): void {
    for (const { listener, query } of listens) {
      const place = { p: listener.path.join('/') };
      this.wire.send(dataMessage({ a: 'c', b: listener.query ? { ...place, q: [query] } : place }));
    }
  }

  /** The connection has closed: removes its listens, and makes its disconnect writes. */
  end(): void {
    for (const key of [...this.listens.keys()]) this.unlisten(key);
    this.identity.drop();
    this.pendingWrites += this.disconnects.size;
    this.disconnects.fire(() => this.settle());
  }

  private settle(): void {
    this.pendingWrites -= 1;
    this.wire.progressed();
    if (this.pendingWrites === 0) for (const done of this.idle.splice(0)) done();
  }
}
