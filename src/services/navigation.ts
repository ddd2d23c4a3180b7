export interface Navigation {
  /** The current path. */
  path(): string;
  /** `state` is stored in the history entry, e.g. the open note. */
  go(path: string, state?: unknown): void;
}
