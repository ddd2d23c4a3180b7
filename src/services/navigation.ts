export interface Navigation {
  /** The path that is open now. */
  path(): string;
  /** `state` goes into the history entry, e.g. which note is open. */
  go(path: string, state?: unknown): void;
}
