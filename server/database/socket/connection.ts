import type { WebSocket } from 'ws';
import type { Logger } from '../log';
import type { Share } from '../holding/budget';
import { LIMIT, type Budgets } from '../limits';
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

/** A socket: frames in and out, the order of requests, and an end to everything that could pile up. */
export class Connection implements Peer {
  private readonly joiner = new FrameJoiner();
  private readonly queue: { request: Request; bytes: number }[] = [];
  /** Bytes of the requests in the queue. */
  private queued = 0;
  /** True when a budget has ended it: what it sends from now on is not read. */
  private isRefused = false;
  private draining: Promise<void> | null = null;
  private arrival: NodeJS.Timeout | undefined;
  private isAlive = true;
  private second = 0;
  private writesInSecond = 0;
  private rest: NodeJS.Timeout | undefined;
  /** Bytes of the requests that are being done. */
  private unanswered = 0;
  private readonly arriving: Share;
  private readonly working: Share;
  private readonly unread: Share;
  private readonly kept: Share;
  /** Resolves when the socket has closed and everything that it asked for was done. */
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

  /** Asks for a sign of life; a connection that gave none since the last time is dead. */
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
        this.socket.send(
          frame,
          { binary: false },
          frames.length > 1 && frame === frames.at(-1) ? read : undefined,
        );
    } catch (error) {
      return this.fail(error);
    }
    if (frames.length > 1 || this.socket.bufferedAmount > LIMIT.frameBytes) read();
  }

  private endSlow(): void {
    this.log.warn('a client that does not read was disconnected');
    this.socket.terminate();
  }

  /** The server holds all that it may, and this connection has the greatest part of it. */
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
      // Counted before it is read: reading it takes the memory.
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
    if (this.joiner.isJoining) this.arrival ??= setTimeout(() => this.socket.terminate(), LIMIT.arrivalTime);
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

  /** Answers a request that is not read. Its number stands first in what the SDK sends; without one, the protocol ends. */
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
   * Requests are done in their order. A write need not wait for another one's disk, unless too much waits for it
   * already; all else waits for the writes.
   */
  private async drain(): Promise<void> {
    const { database } = this.session;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      const { request, bytes } = next;
      if (this.session.isWrite(request)) {
        this.writesInSecond += 1;
        while (!database.hasRoom) await database.room();
      } else await this.session.whenIdle();
      this.begin(bytes);
      await this.session.handle(request);
    }
    this.draining = null;
    if (this.isRefused) this.queued = 0;
    this.applyBackPressure();
  }

  /** Counts a request among those that are being done: ending the connection would not give its memory back. */
  private begin(bytes: number): void {
    this.queued -= bytes;
    this.unanswered += bytes;
    this.arriving.set(this.joiner.held + this.queued);
    this.working.set(this.unanswered);
  }

  /** A bug of ours: it is told to the operator, and costs nobody else their connection. */
  fail(error: unknown): void {
    this.log.error({ err: error }, 'a database connection failed');
    this.queue.length = 0;
    this.draining = null;
    this.socket.terminate();
  }

  /** Reads on while the client waits for little and writes at a human's pace, or even a program's. */
  private applyBackPressure(): void {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.second) [this.second, this.writesInSecond] = [second, 0];
    const isFast = this.writesInSecond > LIMIT.writesPerSecond;
    if (isFast) this.rest ??= setTimeout(() => ((this.rest = undefined), this.applyBackPressure()), 1000);
    const pending = this.queue.length + this.session.unsettled;
    if (pending === 0 && !this.draining) this.working.set((this.unanswered = 0));
    const isBusy = pending > LIMIT.pendingRequests || this.unanswered > LIMIT.writeBytes;
    if (this.rest || isBusy) this.socket.pause();
    else this.socket.resume();
  }

  /** Never rejects, so that whoever waits for the end of all connections gets it. */
  private async end(): Promise<void> {
    clearTimeout(this.arrival);
    clearTimeout(this.rest);
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

/** Bytes of a request beside its text and its values. */
const REQUEST = 300;

/** The cost of a message until it is answered, and why it is not read at all. */
function priceOf(message: string): { bytes: number; refused?: ProtocolError } {
  if (message.length > LIMIT.writeBytes) return { bytes: REQUEST, refused: tooBig() };
  try {
    return { bytes: REQUEST + checkSize(message) };
  } catch (error) {
    if (error instanceof ProtocolError) return { bytes: REQUEST, refused: error };
    throw error;
  }
}
