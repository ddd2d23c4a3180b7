import type { Json, ProtocolError } from '../../lib/types';
import type { Frames } from './messages';

/** `refused` is why the message was not parsed; such a request has no action. */
export type Request = {
  number: number;
  action: string;
  body: { [key: string]: Json };
  refused?: ProtocolError;
};

/** The answer to a successful request, as JSON text. */
export type Payload = string;

/** The connection as its session sees it. */
export type Wire = {
  send(frames: Frames): void;
  /** Some requests no longer wait for the disk. */
  progressed(): void;
  /** Closes the connection after an internal error. Never throws. */
  fail(error: unknown): void;
  /** The bytes that the session holds for its listens and disconnect writes. */
  keeps(bytes: number): void;
};
