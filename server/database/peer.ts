/** One that stays connected, and is told when what it may hear has changed. */
export type Peer = {
  /** Whom its token names. */
  readonly uid: string | null;
  /** That token has lost its worth. */
  revoke(): void;
  /** The rules have changed. */
  recheck(): void;
  /** Ends it when it gave no sign of life since the last time. */
  heartbeat(): void;
  /** Ends it, and resolves when all that it asked for is done. */
  close(): Promise<void> | void;
};
