export interface FollowOptions {
  dataDir: string;
  folder: string;
  /** How many full copies are kept, with the commits behind the oldest of them. */
  keep: number;
  /** Told what happens, and what is wrong. */
  say: (text: string) => void;
  complain: (text: string) => void;
  /** Ends it, once what has arrived is written. */
  signal: AbortSignal;
  sizes?: Sizes;
  /** How soon a copy that could not be written is tried again. */
  copyAgainMs?: number;
}

/** In bytes: when a segment is full, and how many of them at least bring the next copy. */
export type Sizes = { segment: number; copyAfter: number };
