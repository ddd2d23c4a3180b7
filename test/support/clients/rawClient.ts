/**
 * A client of the socket protocol without the SDK, for requests that the SDK does not make and answers that it hides.
 */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { FrameJoiner, splitFrames } from '../../../server/database/socket/frames';
import type { Json } from '../../../server/lib/types';

type Message = { t: string; d: Record<string, Json> };
type Answer = { s: string; d: Json };

export class RawClient {
  /** All received messages, in order. */
  readonly messages: Message[] = [];
  private count = 0;
  private readonly answers = new Map<number, (answer: Answer) => void>();
  private watchers: (() => void)[] = [];

  private constructor(readonly socket: WebSocket) {
    const joiner = new FrameJoiner();
    socket.on('message', data => {
      const text = joiner.add(String(data as Buffer));
      if (text === null) return;
      const message = JSON.parse(text) as Message;
      this.messages.push(message);
      const { r, b } = message.d as { r?: number; b?: Answer };
      if (message.t === 'd' && r !== undefined) {
        this.answers.get(r)?.(b!);
        this.answers.delete(r);
      }
      for (const watch of this.watchers) watch();
    });
    socket.on('error', () => undefined);
  }

  static async open(host: string, params = 'ns=main'): Promise<RawClient> {
    const client = new RawClient(new WebSocket(`ws://${host}/.ws?v=5&${params}`));
    await client.until(({ t }) => t === 'c');
    return client;
  }

  send(text: string): void {
    this.socket.send(text);
  }

  /** Sends a request; resolves with its answer, or never if the connection ends before. */
  ask(action: string, body: Json): Promise<Answer> {
    const number = (this.count += 1);
    const answer = new Promise<Answer>(done => this.answers.set(number, done));
    for (const frame of splitFrames(JSON.stringify({ t: 'd', d: { r: number, a: action, b: body } })))
      this.send(frame);
    return answer;
  }

  /** The pushes so far: action and body. */
  get pushes(): [Json, Json][] {
    return this.messages.filter(({ t, d }) => t === 'd' && d.a !== undefined).map(({ d }) => [d.a!, d.b!]);
  }

  /** Resolves with the first message, past or future, that satisfies a predicate. */
  until(satisfies: (message: Message) => boolean): Promise<Message> {
    return new Promise(done => {
      const look = () => {
        const found = this.messages.find(satisfies);
        if (!found) return false;
        this.watchers = this.watchers.filter(watch => watch !== look);
        done(found);
        return true;
      };
      if (!look()) this.watchers.push(look);
    });
  }

  async closed(): Promise<number> {
    if (this.socket.readyState === WebSocket.CLOSED) return -1;
    const [code] = (await once(this.socket, 'close')) as [number];
    return code;
  }

  async close(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    this.socket.terminate();
    await this.closed();
  }
}
