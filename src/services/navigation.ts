export interface Navigation {
  /** The path that is open now. */
  path(): string;
  /** `state` is what the address does not say, e.g. which note lies open. */
  go(path: string, state?: unknown): void;
}
