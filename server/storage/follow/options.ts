export interface FollowOptions {
  dataDir: string;
  folder: string;
  /** The number of full copies to keep, with the commits after the oldest of them. */
  keep: number;
  /** Called with messages about progress and errors. */
  say: (text: string) => void;
  complain: (text: string) => void;
  /** Ends it, after the data received so far is written. */
  signal: AbortSignal;
  sizes?: Sizes;
  /** Milliseconds before a failed copy is retried. */
  copyAgainMs?: number;
}

/** Sizes: of a full segment, and of the segments after which the next copy is made, at least. */
export type Sizes = { segmentBytes: number; copyAfterBytes: number };
