import { ProtocolError } from '../../lib/types';
import type { Logger } from '../../lib/logger';
import type { Share } from '../holding/budget';
import { LIMIT, type Budgets } from '../holding/limits';
import { weightOf, type Tree } from '../tree/node';
import { textPieces, toText, type Form } from '../tree/text';

export type Pieces = Iterable<string>;

type AnswerParts = {
  database: { evict(): void };
  budgets: Pick<Budgets, 'answered'>;
  log: Logger;
  /** Closes the connection of a client that does not read its answer. */
  hangUp: () => void;
};

const HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' };

/** A node's JSON text: in one string when it is small, else in pieces. */
export function answerText(node: Tree, form: Form): string | Pieces {
  return weightOf(node) <= LIMIT.answeredAtOnceBytes ? toText(node, form) : textPieces(node, form);
}

export function jsonResponse(text: string, status: number, headers?: Record<string, string>): Response {
  return new Response(text, { status, headers: { ...HEADERS, ...headers } });
}

/**
 * An answer, and the memory that it holds until its client has read it or disconnected: a large value that is sent in
 * pieces stays in memory, even when its part was unloaded or overwritten.
 */
export class Answer {
  private readonly share: Share;
  private isEnded = false;
  /** The text not sent yet; null when none is left. */
  private pieces: Iterator<string> | null = null;

  constructor(private readonly parts: AnswerParts) {
    this.share = parts.budgets.answered.open(() => this.end());
  }

  /** Counts a large value as part of the answer. Throws `unavailable` when the budget is exceeded. */
  take(node: Tree): void {
    if (weightOf(node) <= LIMIT.answeredAtOnceBytes) return;
    this.share.set(weightOf(node));
    this.refuseEnded();
    this.parts.database.evict();
  }

  /** An answer with JSON text or without content; pieces are generated as fast as the client reads. */
  response(text: string | Pieces | null, status: number, headers?: Record<string, string>): Response {
    this.refuseEnded();
    if (text === null || typeof text === 'string')
      return new Response(text, { status, headers: { ...HEADERS, ...headers } });
    this.pieces = text[Symbol.iterator]();
    return new Response(this.stream(), { status, headers: { ...HEADERS, ...headers } });
  }

  /** Call it when the response is created or none will be: releases what is not streamed. */
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
        // Until its connection has ended, a disconnected client may still read.
        if (!this.pieces) return;
        const { value, done } = this.pieces.next();
        if (done) {
          release();
          sink.close();
        } else sink.enqueue(Buffer.from(value));
        // Yields to the event loop between two pieces, so that a fast reader does not block others.
        return new Promise(next => setImmediate(next));
      },
      cancel: release,
    });
  }
}
