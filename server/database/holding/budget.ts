/** A member that takes part of a budget. */
export type Share = {
  /** Sets how many bytes it holds now; may end this share or another one. */
  set(bytes: number): void;
  /** Says that ending it would give nothing back any more: what it holds is being worked at. */
  keep(): void;
  /** Gives all back; what is set from now on does not count. */
  release(): void;
};

/**
 * Bytes that many may hold together. When they hold too many, the one that holds most is ended: whoever asks for little
 * is served however much the others have begun.
 */
export class Budget {
  private held = 0;
  private readonly shares = new Map<Share, { bytes: number; end: () => void; canEnd: boolean }>();

  constructor(readonly bytes: number) {}

  get used(): number {
    return this.held;
  }

  /** Opens a share of no bytes; `end` is called, once, when it has to give back what it holds. */
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
