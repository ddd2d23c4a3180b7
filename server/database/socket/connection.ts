import type { WebSocket } from 'ws';
import type { Logger } from '../log';
import { LIMIT } from '../limits';
import type { Peer } from '../peer';
import { ProtocolError } from '../../types';
import { checkSize, tooBig } from '../size';
import { FrameError, FrameJoiner } from './frames';
import { controlMessage, type Frames } from './messages';
import type { Session } from './session';
import { type Request } from './session';

const POLICY_VIOLATION = 1008;
const GOING_AWAY = 1001;

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
  /** Resolves when the socket has closed and everything that it asked for was done. */
  readonly ended: Promise<void>;

  constructor(
    private readonly socket: WebSocket,
    private readonly session: Session,
    private readonly log: Logger,
  ) {
    session.attach({
      send: frames => this.send(frames),
      progressed: () => this.breathe(),
      fail: error => this.fail(error),
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
    if (this.socket.bufferedAmount > LIMIT.bufferedBytes) {
      this.log.warn('a client that does not read was disconnected');
      return this.socket.terminate();
    }
    try {
      for (const frame of frames) this.socket.send(frame, { binary: false });
    } catch (error) {
      this.fail(error);
    }
  }

  private receive(frame: string): void {
    try {
      const message = this.joiner.add(frame);
      this.watchArrival();
      if (message === null) return;
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
    const isBusy = this.queue.length + this.session.unsettled > LIMIT.pendingRequests;
    if (this.rest || isBusy) this.socket.pause();
    else this.socket.resume();
  }

  /** Never rejects, so that whoever waits for the end of all connections gets it. */
  private async end(): Promise<void> {
    clearTimeout(this.arrival);
    clearTimeout(this.rest);
    try {
      while (this.draining) await this.draining;
      await this.session.settled();
      this.session.end();
      await this.session.settled();
    } catch (error) {
      this.log.error({ err: error }, 'a database connection did not end well');
    }
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
