/** A client with an open connection, which is notified when its read permissions may have changed. */
export type Peer = {
  /** A user's tokens have become invalid: listens allowed by them end. */
  revoke(uid: string): void;
  /** The rules have changed. */
  recheck(): void;
  /** Closes it when it did not answer the last keep-alive check. */
  heartbeat(): void;
  /** Closes it, and resolves when all its requests are done. */
  close(): Promise<void> | void;
  /** Closes it at once after an internal error. Never throws. */
  fail(error: unknown): void;
};
