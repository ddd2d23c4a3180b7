import type { Json, ProtocolError } from '../../lib/types';
import type { Frames } from './messages';

/** `refused` is why the message was not read; such a request has no action. */
export type Request = {
  number: number;
  action: string;
  body: { [key: string]: Json };
  refused?: ProtocolError;
};

/** The answer to a request that succeeds, as JSON text. */
export type Payload = string;

/** The connection, as its session sees it. */
export type Wire = {
  send(frames: Frames): void;
  /** Some of what waited for the disk waits no longer. */
  progressed(): void;
  /** Ends the connection after a bug of ours. Never throws. */
  fail(error: unknown): void;
  /** How many bytes the session keeps for its listens and for its end. */
  keeps(bytes: number): void;
};
