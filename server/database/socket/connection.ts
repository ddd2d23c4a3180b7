import type { WebSocket } from 'ws';
import type { Logger } from '../../lib/logger';
import type { Share } from '../holding/budget';
import { LIMIT, type Budgets } from '../holding/limits';
import type { Peer } from '../peer';
import { ProtocolError } from '../../lib/types';
import { checkSize, tooBig } from '../holding/size';
import { FrameError, FrameJoiner } from './frames';
import { controlMessage, type Frames } from './messages';
import type { Session } from './session';
import type { Request } from './wire';

const POLICY_VIOLATION = 1008;
const GOING_AWAY = 1001;
const TRY_AGAIN_LATER = 1013;

/** A socket connection: frames in and out, the order of requests, and limits for everything that could accumulate. */
export class Connection implements Peer {
  private readonly joiner = new FrameJoiner();
  private readonly queue: { request: Request; bytes: number }[] = [];
  /** Bytes of the queued requests. */
  private queued = 0;
  /** True after a budget has ended it: later messages are ignored. */
  private isRefused = false;
  private draining: Promise<void> | null = null;
  private arrival: NodeJS.Timeout | undefined;
  private isAlive = true;
  /** Bytes of the requests in progress. */
  private unanswered = 0;
  private readonly arriving: Share;
  private readonly working: Share;
  private readonly unread: Share;
  private readonly kept: Share;
  /** Resolves when the socket has closed and all requests are done. */
  readonly ended: Promise<void>;

  constructor(
    private readonly socket: WebSocket,
    private readonly session: Session,
    private readonly log: Logger,
    budgets: Budgets,
  ) {
    this.arriving = budgets.unfinished.open(() => this.refuseMore('unfinished requests'));
    this.working = budgets.unfinished.open(() => undefined);
    this.working.keep();
    this.unread = budgets.unread.open(() => this.endSlow());
    this.kept = budgets.kept.open(() => this.refuseMore('listens'));
    session.attach({
      send: frames => this.send(frames),
      progressed: () => this.applyBackPressure(),
      fail: error => this.fail(error),
      keeps: bytes => this.kept.set(bytes),
    });
    socket.on('message', (data, isBinary) => {
      this.isAlive = true;
      if (isBinary) socket.close(POLICY_VIOLATION);
      else this.receive(String(data as Buffer));
    });
    socket.on('pong', () => (this.isAlive = true));
    socket.on('error', () => socket.terminate());
    this.ended = new Promise(done => socket.once('close', () => done(this.end())));
  }

  revoke(uid: string): void {
    this.session.revoke(uid);
  }

  recheck(): void {
    this.session.recheck();
  }

  async close(): Promise<void> {
    this.socket.close(GOING_AWAY);
    const impatient = setTimeout(() => this.socket.terminate(), 2_000);
    await this.ended;
    clearTimeout(impatient);
  }

  /** Sends a keep-alive check; a connection that did not answer the last one is closed. */
  heartbeat(): void {
    if (!this.isAlive) return this.socket.terminate();
    this.isAlive = false;
    this.socket.ping();
  }

  send(frames: Frames): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > LIMIT.bufferedBytes) return this.endSlow();
    const read = () => this.unread.set(this.socket.bufferedAmount);
    try {
      for (const frame of frames)
        this.socket.send(frame, { binary: false }, frame === frames.at(-1) ? read : undefined);
    } catch (error) {
      return this.fail(error);
    }
    if (frames.length > 1 || this.socket.bufferedAmount > LIMIT.frameBytes) read();
  }

  private endSlow(): void {
    this.log.warn('a client that does not read was disconnected');
    this.socket.terminate();
  }

  /** The server's total limit is exceeded, and this connection has the largest share. */
  private refuseMore(what: string): void {
    this.log.warn(`a connection was ended, the budget for ${what} is used up`);
    this.isRefused = true;
    this.queue.length = 0;
    this.socket.close(TRY_AGAIN_LATER, 'try again later');
    this.socket.terminate();
  }

  private receive(frame: string): void {
    if (this.isRefused) return;
    try {
      const message = this.joiner.add(frame);
      this.watchArrival();
      if (message === null) return this.arriving.set(this.joiner.held + this.queued);
      const { bytes, refused } = priceOf(message);
      // Counted before parsing, because that takes the memory.
      this.arriving.set(this.queued + bytes);
      if (this.isRefused) return;
      if (refused) this.refuse(message, refused, bytes);
      else this.take(JSON.parse(message), bytes);
    } catch (error) {
      if (!(error instanceof FrameError || error instanceof SyntaxError)) return this.fail(error);
      this.socket.close(POLICY_VIOLATION, 'not the protocol');
    }
  }

  private watchArrival(): void {
    if (this.joiner.isJoining) this.arrival ??= setTimeout(() => this.socket.terminate(), LIMIT.arrivalMs);
    else this.arrival = void clearTimeout(this.arrival);
  }

  private take(message: unknown, bytes: number): void {
    const { t, d } = (message ?? {}) as {
      t?: unknown;
      d?: { t?: unknown; r?: unknown; a?: unknown; b?: unknown };
    };
    if (t === 'c' && d?.t === 'p') return this.send(controlMessage('o', null));
    if (t === 'c') return;
    const isRequest = t === 'd' && Number.isSafeInteger(d?.r) && typeof d?.a === 'string';
    if (!isRequest) throw new FrameError('not a request');
    const body = typeof d.b === 'object' && d.b !== null ? d.b : {};
    this.enqueue({ number: d.r as number, action: d.a as string, body: body as Request['body'] }, bytes);
  }

  /** Answers a request that was not parsed. The SDK sends its number first; without one the connection is closed. */
  private refuse(message: string, refused: ProtocolError, bytes: number): void {
    const number = /^\{"t":"d","d":\{"r":(\d{1,15}),/.exec(message)?.[1];
    if (number === undefined) throw new FrameError(refused.message);
    this.enqueue({ number: Number(number), action: '', body: {}, refused }, bytes);
  }

  private enqueue(request: Request, bytes: number): void {
    this.queue.push({ request, bytes });
    this.queued += bytes;
    this.applyBackPressure();
    this.draining ??= this.drain().catch((error: unknown) => this.fail(error));
  }

  /**
   * Requests are processed in order. A write need not wait for earlier ones to reach the disk, unless too many are
   * waiting; all other requests wait for the writes.
   */
  private async drain(): Promise<void> {
    const { database } = this.session;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      const { request, bytes } = next;
      if (this.session.isWrite(request)) while (!database.hasRoom) await database.room();
      else await this.session.whenIdle();
      this.begin(bytes);
      await this.session.handle(request);
    }
    this.draining = null;
    if (this.isRefused) this.queued = 0;
    this.applyBackPressure();
  }

  /** Counts a request as in progress: closing the connection would not free its memory. */
  private begin(bytes: number): void {
    this.queued -= bytes;
    this.unanswered += bytes;
    this.arriving.set(this.joiner.held + this.queued);
    this.working.set(this.unanswered);
  }

  /** An internal error is reported to the operator, without effect on other connections. */
  fail(error: unknown): void {
    this.log.error({ err: error }, 'a database connection failed');
    this.queue.length = 0;
    this.draining = null;
    this.socket.terminate();
  }

  /** Reads on while few requests are waiting. */
  private applyBackPressure(): void {
    const pending = this.queue.length + this.session.pendingWrites;
    if (pending === 0 && !this.draining) this.working.set((this.unanswered = 0));
    const isBusy = pending > LIMIT.pendingRequests || this.unanswered > LIMIT.writeBytes;
    if (isBusy) this.socket.pause();
    else this.socket.resume();
  }

  /** Never rejects, so that waiting for the end of all connections always succeeds. */
  private async end(): Promise<void> {
    clearTimeout(this.arrival);
    this.unread.release();
    try {
      while (this.draining) await this.draining;
      await this.session.whenIdle();
      this.session.end();
      await this.session.whenIdle();
    } catch (error) {
      this.log.error({ err: error }, 'a database connection did not end well');
    }
    for (const share of [this.arriving, this.working, this.kept]) share.release();
  }
}

/** Bytes of a request besides its text and its values. */
const REQUEST_BYTES = 300;

/** The memory that a message takes until it is answered, and why it is refused unparsed. */
function priceOf(message: string): { bytes: number; refused?: ProtocolError } {
  if (message.length > LIMIT.writeBytes) return { bytes: REQUEST_BYTES, refused: tooBig() };
  try {
    return { bytes: REQUEST_BYTES + checkSize(message) };
  } catch (error) {
    if (error instanceof ProtocolError) return { bytes: REQUEST_BYTES, refused: error };
    throw error;
  }
}
