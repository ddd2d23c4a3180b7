import { ProtocolError, type Clock, type Json, type TokenVerifier } from '../../types';
import type { Database } from '../database';
import { Disconnects } from '../disconnects';
import { LIMIT } from '../limits';
import { Listener, type Push } from '../listens';
import type { Path } from '../tree/keys';
import type { Query } from '../tree/query';
import { ACTIONS } from './actions';
import { Identity } from './identity';
import { answerMessage, dataMessage, pushMessage, type Frames } from './messages';

/** `length` is that of the whole message. */
export type Request = { number: number; action: string; body: { [key: string]: Json }; length: number };

/** What a request is answered with when all is well, as JSON text. */
export type Payload = string;

export type SessionParts = { id: string; database: Database; tokens: TokenVerifier; clock: Clock };

type Listen = { listener: Listener; tag: number | null; query: Json };

/** What one connection has said: who it is, what it listens to, what it leaves behind. */
export class Session {
  readonly database: Database;
  readonly identity: Identity;
  readonly disconnects: Disconnects;
  /** Requests that wait for the disk. */
  unsettled = 0;
  private readonly listens = new Map<string, Listen>();
  private send: (frames: Frames) => void = () => undefined;
  private progressed: () => void = () => undefined;
  private idle: (() => void)[] = [];

  constructor(parts: SessionParts) {
    this.database = parts.database;
    this.identity = new Identity(parts.tokens, parts.clock, () =>
      this.revoke('expired_token', 'Auth token is expired'),
    );
    this.disconnects = new Disconnects(parts.database, parts.id);
  }

  attach(send: (frames: Frames) => void, progressed: () => void): void {
    this.send = send;
    this.progressed = progressed;
  }

  isWrite({ action }: Request): boolean {
    return ACTIONS.get(action)?.isWrite ?? false;
  }

  /** Answers every request, with the protocol's own refusal when it is refused. */
  async handle(request: Request): Promise<void> {
    const answer = (status: string, payload: Payload) =>
      this.send(answerMessage(request.number, status, payload));
    const refuse = (error: unknown) => {
      if (!(error instanceof ProtocolError)) throw error;
      answer(error.code, JSON.stringify(error.message));
    };
    const action = ACTIONS.get(request.action);
    if (!action) return answer('invalid_action', '"Unknown action"');
    if (request.length > LIMIT.writeBytes) return answer('too_big', '"The request is bigger than 8 MB"');
    try {
      if (!action.isWrite) return answer('ok', await action.run(this, request.body));
      this.unsettled += 1;
      action.run(this, request.body, error => {
        if (error) refuse(error);
        else answer('ok', '""');
        this.settle();
      });
    } catch (error) {
      refuse(error);
      if (action.isWrite) this.settle();
    }
  }

  /** Resolves when no request waits for the disk. */
  settled(): Promise<void> | void {
    if (this.unsettled > 0) return new Promise(done => this.idle.push(done));
  }

  get listenCount(): number {
    return this.listens.size;
  }

  /** Listens, in the place of an earlier listen to the same. */
  listen(path: Path, query: Query | null, tag: number | null, queryJson: Json): void {
    const listener = new Listener(path, query, push => this.push(push, tag));
    this.unlisten(listener.key);
    this.listens.set(listener.key, { listener, tag, query: queryJson });
    this.database.listens.add(listener);
  }

  unlisten(key: string): void {
    const listen = this.listens.get(key);
    if (listen) this.database.listens.remove(listen.listener);
    this.listens.delete(key);
  }

  /** Ends what the identity of now may no longer hear. */
  recheck(): void {
    for (const [key, { listener, query }] of this.listens) {
      if (this.database.canRead(listener.path, listener.query, this.identity.auth)) continue;
      this.unlisten(key);
      const place = { p: listener.path.join('/') };
      this.send(dataMessage({ a: 'c', b: listener.query ? { ...place, q: [query] } : place }));
    }
  }

  /** The token has lost its worth: the client is told first, so that it comes back with a new one. */
  revoke(status: 'expired_token' | 'invalid_token', why: string): void {
    this.send(dataMessage({ a: 'ac', b: { s: status, d: why } }));
    this.identity.drop();
    this.recheck();
  }

  push(push: Push, tag: number | null): void {
    this.send(pushMessage(push, tag));
  }

  /** The connection is gone: nobody listens any more, and what it left behind is written. */
  end(): void {
    for (const key of [...this.listens.keys()]) this.unlisten(key);
    this.identity.drop();
    this.unsettled += this.disconnects.size;
    this.disconnects.fire(() => this.settle());
  }

  private settle(): void {
    this.unsettled -= 1;
    this.progressed();
    if (this.unsettled === 0) for (const done of this.idle.splice(0)) done();
  }
}
