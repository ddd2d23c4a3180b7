import { ProtocolError } from '../../lib/types';
import type { Share } from '../holding/budget';
import { LIMIT } from '../limits';
import { weightOf, type Tree } from '../tree/node';
import { textPieces, toText, type Form } from '../tree/text';
import type { RestParts } from './rest';

export type Pieces = Iterable<string>;

const HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' };

/** The text of a node: whole when it is small, else in pieces. */
export function answerText(node: Tree, form: Form): string | Pieces {
  return weightOf(node) <= LIMIT.answeredAtOnce ? toText(node, form) : textPieces(node, form);
}

export function jsonResponse(text: string, status: number, headers?: Record<string, string>): Response {
  return new Response(text, { status, headers: { ...HEADERS, ...headers } });
}

/**
 * An answer, and the memory that it keeps until its client has read it or is gone: a large value that is told in pieces
 * stays, even when its part of the database has gone or was written over.
 */
export class Answer {
  private readonly share: Share;
  private isEnded = false;
  /** The text that is still to be told; null when none is. */
  private pieces: Iterator<string> | null = null;

  constructor(private readonly parts: RestParts) {
    this.share = parts.budgets.answered.open(() => this.end());
  }

  /** Counts a large value as part of the answer. Throws `unavailable` when there is no room for it. */
  take(node: Tree): void {
    if (weightOf(node) <= LIMIT.answeredAtOnce) return;
    this.share.set(weightOf(node));
    this.refuseEnded();
    this.parts.database.evict();
  }

  /** An answer of JSON text, or of none; one in pieces is made as fast as it is read. */
  response(text: string | Pieces | null, status: number, headers?: Record<string, string>): Response {
    this.refuseEnded();
    if (text === null || typeof text === 'string')
      return new Response(text, { status, headers: { ...HEADERS, ...headers } });
    this.pieces = text[Symbol.iterator]();
    return new Response(this.stream(), { status, headers: { ...HEADERS, ...headers } });
  }

  /** Call it when the response is made, or none will be: what is not streamed is let go. */
  made(): void {
    if (!this.pieces) this.share.release();
  }

  private refuseEnded(): void {
    if (this.isEnded) throw new ProtocolError('unavailable', 'The server is busy. Try again later.', 503);
  }

  private end(): void {
    this.parts.log.warn('an answer was ended, the budget for answers is used up');
    this.isEnded = true;
    if (!this.pieces) return;
    this.pieces = null;
    this.parts.hangUp();
  }

  private stream(): ReadableStream<Uint8Array> {
    const release = () => {
      this.pieces = null;
      this.share.release();
    };
    return new ReadableStream<Uint8Array>({
      pull: sink => {
        // Until the connection has ended, a client that was hung up on may read.
        if (!this.pieces) return;
        const { value, done } = this.pieces.next();
        if (done) {
          release();
          sink.close();
        } else sink.enqueue(Buffer.from(value));
        // A turn of the event loop between two pieces: who reads fast must not keep the others waiting.
        return new Promise(next => setImmediate(next));
      },
      cancel: release,
    });
  }
}
