import { inSlices } from '../../lib/slices';
import { ProtocolError, type Auth, type Clock } from '../../lib/types';
import type { Share } from '../holding/budget';
import type { Database } from '../database';
import { Gate } from '../gate';
import { LIMIT } from '../holding/limits';
import { Listener, type Push } from '../tree/listens';
import type { Logger } from '../../lib/logger';
import type { Peer } from '../peer';
import { Identity } from '../socket/identity';
import { PLAIN, toText } from '../tree/text';
import { windowText } from '../tree/window';
import { parseAddress, type RestAsk } from './params';
import { whoAsks, type RestParts } from './rest';

const KEEP_ALIVE_MS = 30_000;

export function wantsEvents(request: Request): boolean {
  return request.method === 'GET' && /\btext\/event-stream\b/.test(request.headers.get('accept') ?? '');
}

type StreamParts = RestParts & { clock: Clock; log: Logger };

/** Answers with events: first a `put` of the current value, then `put` and `patch` for changes. */
export async function openEventStream(
  request: Request,
  parts: StreamParts,
  peers: Set<Peer>,
): Promise<Response> {
  const ask = parseAddress(new URL(request.url), { write: false });
  const auth = await whoAsks(request, ask, parts.tokens);
  const stream = new EventStream(parts, ask, auth, () => peers.delete(stream));
  try {
    await stream.open();
  } catch (error) {
    stream.forget();
    throw error;
  }
  peers.add(stream);
  return new Response(stream.body, {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' },
  });
}

/** A response that continues until the client, the token or the server ends it. */
class EventStream implements Peer {
  readonly body: ReadableStream<Uint8Array>;
  private sink!: ReadableStreamDefaultController<Uint8Array>;
  private isOpen = true;
  /** Changes while the first value is being prepared; null once that was sent. */
  private held: Push[] | null = null;
  private readonly gate = new Gate();
  private readonly unread: Share;
  private readonly kept: Share;
  private keepAlive: NodeJS.Timeout | undefined;
  private readonly database: Database;
  private readonly identity: Identity;
  private readonly listener: Listener;
  private readonly log: Logger;

  constructor(
    { database, tokens, clock, log, budgets }: StreamParts,
    private readonly ask: RestAsk,
    private readonly auth: Auth,
    private readonly left: () => void,
  ) {
    this.database = database;
    this.log = log;
    this.unread = budgets.unread.open(() => {
      log.warn('a client that does not read was disconnected');
      this.close();
    });
    this.kept = budgets.kept.open(() => {
      log.warn('an event stream was ended, the budget for listens is used up');
      this.close();
    });
    this.identity = new Identity(
      tokens,
      clock,
      () => this.endRevoked(),
      error => this.fail(error),
    );
    this.listener = new Listener(
      ask.path,
      ask.query,
      push => void (this.held ? this.held.push(push) : this.gate.tell(() => this.tell(push))),
      error => this.fail(error),
    );
    this.body = new ReadableStream<Uint8Array>(
      {
        start: sink => void (this.sink = sink),
        pull: () => this.countUnread(),
        cancel: () => this.forget(),
      },
      { highWaterMark: 0, size: chunk => chunk?.length ?? 0 },
    );
  }

  /** Sends the current value and starts listening. Throws the protocol's refusal. */
  async open(): Promise<void> {
    const { path, token } = this.ask;
    if (token !== null) await this.identity.take(token);
    const query = this.database.known(path, this.ask.query);
    const held: Push[] = (this.held = []);
    const node = await this.database.run(() => {
      const found = this.database.read(path, query, this.auth);
      this.database.listens.add(this.listener);
      this.kept.set(this.listener.bytes);
      return found;
    });
    const first = await inSlices(windowText(node, query, PLAIN));
    // Preparing a large text takes a while, in which the permission may have ended.
    await this.database.run(() => this.database.read(path, query, this.auth));
    if (!this.isOpen) throw new ProtocolError('unavailable', 'The server is busy. Try again later.', 503);
    this.send('put', `{"path":"/","data":${first}}`);
    this.held = null;
    for (const push of held) this.tell(push);
    this.keepAlive = setInterval(() => this.send('keep-alive', 'null'), KEEP_ALIVE_MS);
  }

  revoke(uid: string): void {
    if (this.auth?.uid === uid) this.endRevoked();
  }

  recheck(): void {
    const decide = (isReadable: boolean) => {
      if (!isReadable) this.end('cancel', 'null');
    };
    const { path, query } = this.ask;
    const answer = this.database.run(() => this.database.canRead(path, query, this.auth));
    if (!(answer instanceof Promise)) return decide(answer);
    void this.gate.during(answer.catch(() => false).then(decide));
  }

  heartbeat(): void {
    // Its keep-alive events detect a disconnected client.
  }

  close(): void {
    if (!this.isOpen) return;
    this.forget();
    this.sink.close();
  }

  fail(error: unknown): void {
    this.log.error({ err: error }, 'an event stream failed');
    if (!this.isOpen) return;
    this.forget();
    this.sink.error(error);
  }

  /** Releases everything; nothing is sent any more. */
  forget(): void {
    this.isOpen = false;
    this.database.listens.remove(this.listener);
    this.identity.drop();
    clearInterval(this.keepAlive);
    this.unread.release();
    this.kept.release();
    this.left();
  }

  private endRevoked(): void {
    this.end('auth_revoked', '"credential is no longer valid"');
  }

  private end(event: string, data: string): void {
    this.send(event, data);
    this.close();
  }

  private send(event: string, data: string): void {
    if (!this.isOpen) return;
    if ((this.sink.desiredSize ?? 0) < -LIMIT.bufferedBytes) this.close();
    else this.sink.enqueue(Buffer.from(`event: ${event}\ndata: ${data}\n\n`));
    this.countUnread();
  }

  private tell(push: Push): void {
    this.send(...eventOf(push, this.ask.path.length));
  }

  private countUnread(): void {
    this.unread.set(Math.max(0, -(this.sink.desiredSize ?? 0)));
  }
}

function eventOf(push: Push, depth: number): [event: string, data: string] {
  const path = JSON.stringify(`/${push.path.slice(depth).join('/')}`);
  if (push.kind === 'set') return ['put', `{"path":${path},"data":${toText(push.value, PLAIN)}}`];
  const values = push.values.map(([key, value]) => `${JSON.stringify(key)}:${toText(value, PLAIN)}`);
  return ['patch', `{"path":${path},"data":{${values.join(',')}}}`];
}
