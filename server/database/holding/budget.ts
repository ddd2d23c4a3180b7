/** A participant's share of a budget. */
export type Share = {
  /** Sets the current size in bytes; may end this share or another one. */
  set(bytes: number): void;
  /** Excludes it from being ended, because that would free nothing while its data is in use. */
  keep(): void;
  /** Releases the share; later calls of `set` are ignored. */
  release(): void;
};

/**
 * A limit in bytes for many participants together. When it is exceeded the largest share is ended, so that small
 * requests are served whatever others have started.
 */
export class Budget {
  private held = 0;
  private readonly shares = new Map<Share, { bytes: number; end: () => void; canEnd: boolean }>();

  constructor(readonly bytes: number) {}

  get used(): number {
    return this.held;
  }

  /** Opens an empty share; `end` is called once, when it must release its bytes. */
  open(end: () => void): Share {
    const state = { bytes: 0, end, canEnd: true };
    let isOver = false;
    const share: Share = {
      set: bytes => {
        if (isOver) return;
        this.held += bytes - state.bytes;
        state.bytes = bytes;
        if (bytes > 0) this.shares.set(share, state);
        else this.shares.delete(share);
        while (this.held > this.bytes && this.endLargest());
      },
      keep: () => void (state.canEnd = false),
      release: () => {
        isOver = true;
        this.held -= state.bytes;
        state.bytes = 0;
        this.shares.delete(share);
      },
    };
    return share;
  }

  private endLargest(): boolean {
    const open = [...this.shares].filter(([, { canEnd }]) => canEnd);
    if (open.length === 0) return false;
    const [share, { end }] = open.reduce((most, entry) => (entry[1].bytes > most[1].bytes ? entry : most));
    share.release();
    end();
    return true;
  }
}
