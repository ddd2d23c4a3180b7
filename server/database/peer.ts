/** A client that stays connected, and is told when its rights to read have changed. */
export type Peer = {
  /** The tokens of a user have lost their worth: what was allowed by one of them ends. */
  revoke(uid: string): void;
  /** The rules have changed. */
  recheck(): void;
  /** Ends it when it gave no sign of life since the last time. */
  heartbeat(): void;
  /** Ends it, and resolves when all that it asked for is done. */
  close(): Promise<void> | void;
  /** Ends it at once, because something went wrong that is no fault of the client's. Never throws. */
  fail(error: unknown): void;
};
