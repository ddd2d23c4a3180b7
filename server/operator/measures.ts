/** Upper bounds of a write's seconds, as they are counted. */
export const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The kind of a request. Paths are people's own, so that they are no name of a count. */
export type RequestKind = 'identity' | 'database' | 'socket' | 'file' | 'page' | 'operator' | 'health';

/** Counts since the start, kept as plain numbers: to count costs nothing, and no library is loaded for it. */
export class Measures {
  /** By `KIND STATUS`; the status is `none` when the client left before there was one. */
  readonly requests = new Map<string, number>();
  /** By the answer's word, `ok` when it was done. */
  readonly writes = new Map<string, number>();
  /** How many writes took at most as long as each bound, and no less than the one before; the last one has no bound. */
  readonly latencies = new Array<number>(BOUNDS.length + 1).fill(0);
  /** Seconds of all writes together. */
  seconds = 0;

  request(kind: RequestKind, status: number | 'none'): void {
    count(this.requests, `${kind} ${status}`);
  }

  write(answer: string, seconds: number): void {
    count(this.writes, answer);
    this.seconds += seconds;
    const at = BOUNDS.findIndex(bound => seconds <= bound);
    this.latencies[at === -1 ? BOUNDS.length : at]! += 1;
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** The kind of a request by its path, known or not. `isIdentity` knows the identity endpoints. */
export function kindOf(path: string, isIdentity: (path: string) => boolean): RequestKind {
  if (path === '/.ws' || path === '/.lp') return 'socket';
  if (path === '/healthz') return 'health';
  if (/^\/(admin|metrics)(\/|$)/.test(path)) return 'operator';
  if (isIdentity(path)) return 'identity';
  if (path.startsWith('/__/')) return 'page';
  return path.endsWith('.json') && !path.startsWith('/assets/') ? 'database' : 'file';
}
