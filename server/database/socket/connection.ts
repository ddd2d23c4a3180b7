import type { WebSocket } from 'ws';
import type { Logger } from '../log';
import type { Share } from '../budget';
import { LIMIT, type Budgets } from '../limits';
import type { Peer } from '../peer';
import { ProtocolError } from '../../types';
import { checkSize, tooBig } from '../size';
import { FrameError, FrameJoiner } from './frames';
import { controlMessage, type Frames } from './messages';
import type { Session } from './session';
import { type Request } from './session';

const POLICY_VIOLATION = 1008;
const GOING_AWAY = 1001;
const TRY_AGAIN_LATER = 1013;

/** One socket: frames in and out, the order of requests, and an end to everything that could pile up. */
export class Connection implements Peer {
  private readonly joiner = new FrameJoiner();
  private readonly queue: Request[] = [];
  private draining: Promise<void> | null = null;
  private arrival: NodeJS.Timeout | undefined;
  private isAlive = true;
  private second = 0;
  private writesInSecond = 0;
  private rest: NodeJS.Timeout | undefined;
  /** Bytes of the requests that are not answered yet. */
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
      progressed: () => this.breathe(),
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
    this.socket.close(TRY_AGAIN_LATER, 'try again later');
    this.socket.terminate();
  }

  private receive(frame: string): void {
    try {
      const message = this.joiner.add(frame);
      this.watchArrival();
      this.arriving.set(this.joiner.held);
      if (message === null) return;
      this.unanswered += message.length;
      this.working.set(this.unanswered);
      const refused = refusalOf(message);
      if (refused) this.refuse(message, refused);
      else this.take(JSON.parse(message));
    } catch (error) {
      if (!(error instanceof FrameError || error instanceof SyntaxError)) return this.fail(error);
      this.socket.close(POLICY_VIOLATION, 'not the protocol');
    }
  }

  private watchArrival(): void {
    if (this.joiner.isJoining) this.arrival ??= setTimeout(() => this.socket.terminate(), LIMIT.arrivalTime);
    else this.arrival = void clearTimeout(this.arrival);
  }

  private take(message: unknown): void {
    const { t, d } = (message ?? {}) as {
      t?: unknown;
      d?: { t?: unknown; r?: unknown; a?: unknown; b?: unknown };
    };
    if (t === 'c' && d?.t === 'p') return this.send(controlMessage('o', null));
    if (t === 'c') return;
    const isRequest = t === 'd' && Number.isSafeInteger(d?.r) && typeof d?.a === 'string';
    if (!isRequest) throw new FrameError('not a request');
    const body = typeof d.b === 'object' && d.b !== null ? d.b : {};
    this.enqueue({ number: d.r as number, action: d.a as string, body: body as Request['body'] });
  }

  /** Answers a request that is not read. Its number stands first in what the SDK sends; without one, the protocol ends. */
  private refuse(message: string, refused: ProtocolError): void {
    const number = /^\{"t":"d","d":\{"r":(\d{1,15}),/.exec(message)?.[1];
    if (number === undefined) throw new FrameError(refused.message);
    this.enqueue({ number: Number(number), action: '', body: {}, refused });
  }

  private enqueue(request: Request): void {
    this.queue.push(request);
    this.breathe();
    this.draining ??= this.drain().catch((error: unknown) => this.fail(error));
  }

  /** Requests are done in their order: writes need not wait for each other's disk, all else waits for the writes. */
  private async drain(): Promise<void> {
    for (let request = this.queue.shift(); request; request = this.queue.shift()) {
      if (this.session.isWrite(request)) this.writesInSecond += 1;
      else await this.session.settled();
      await this.session.handle(request);
    }
    this.draining = null;
    this.breathe();
  }

  /** A bug of ours: it is told to the operator, and costs nobody else their connection. */
  fail(error: unknown): void {
    this.log.error({ err: error }, 'a database connection failed');
    this.queue.length = 0;
    this.draining = null;
    this.socket.terminate();
  }

  /** Reads on while the client waits for little and writes at a human's pace, or even a program's. */
  private breathe(): void {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.second) [this.second, this.writesInSecond] = [second, 0];
    const isFast = this.writesInSecond > LIMIT.writesPerSecond;
    if (isFast) this.rest ??= setTimeout(() => ((this.rest = undefined), this.breathe()), 1000);
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
    for (const share of [this.arriving, this.unread, this.kept]) share.release();
    try {
      while (this.draining) await this.draining;
      await this.session.settled();
      this.session.end();
      await this.session.settled();
    } catch (error) {
      this.log.error({ err: error }, 'a database connection did not end well');
    }
    this.working.release();
  }
}

/** Why a message is not read at all; null for one that is. */
function refusalOf(message: string): ProtocolError | null {
  if (message.length > LIMIT.writeBytes) return tooBig();
  try {
    checkSize(message);
    return null;
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
}
