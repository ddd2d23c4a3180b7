/** Upper bounds, in seconds, of the histogram of write durations. */
export const BOUNDS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The kind of a request. Paths contain user ids, so they are not used as labels. */
type RequestKind = 'identity' | 'database' | 'socket' | 'feed' | 'file' | 'page' | 'operator' | 'health';

/** Counters since the start, as plain numbers: counting is cheap and needs no library. */
export class Measures {
  /** By `KIND STATUS`; the status is `none` when the client disconnected before the answer. */
  readonly requests = new Map<string, number>();
  /** By the answer's word, `ok` when it succeeded. */
  readonly writes = new Map<string, number>();
  /** The number of writes in each bucket: at most its bound, and more than the previous one; the last one is unbounded. */
  readonly latencies = new Array<number>(BOUNDS_SECONDS.length + 1).fill(0);
  /** The total duration of all writes in seconds. */
  seconds = 0;

  request(kind: RequestKind, status: number | 'none'): void {
    count(this.requests, `${kind} ${status}`);
  }

  write(answer: string, seconds: number): void {
    count(this.writes, answer);
    this.seconds += seconds;
    const at = BOUNDS_SECONDS.findIndex(bound => seconds <= bound);
    this.latencies[at === -1 ? BOUNDS_SECONDS.length : at]! += 1;
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** The kind of a request by its path. `isIdentity` recognises the identity endpoints. */
export function kindOf(path: string, isIdentity: (path: string) => boolean): RequestKind {
  if (path === '/.ws' || path === '/.lp') return 'socket';
  if (path === '/healthz') return 'health';
  if (/^\/(admin|metrics)(\/|$)/.test(path)) return 'operator';
  if (isIdentity(path)) return 'identity';
  if (/^\/feeds(\/|$)/.test(path)) return 'feed';
  if (path.startsWith('/__/')) return 'page';
  return path.endsWith('.json') && !path.startsWith('/assets/') ? 'database' : 'file';
}
