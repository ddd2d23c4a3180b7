import { createTurns } from '../../lib/turns';

/**
 * A job that waits for its time has a timer; one that waits for its turn is ready but not started. `from` is the
 * address that requested it.
 */
export type Scheduled = { from: string; timer?: NodeJS.Timeout | undefined; isTaken?: boolean };

/** The number of mails sent in parallel. */
const CONCURRENT_MAILS = 2;
/** Many mail servers limit the rate; a few mails are sent at once, further ones at intervals. */
const MAILS_PER_HOUR = 300;
const MAILS_AT_ONCE = 100;
const PACE_MS = 3_600_000 / (MAILS_PER_HOUR - MAILS_AT_ONCE);
/** Milliseconds to wait, at the end, for mails being sent. */
const CLOSE_TIMEOUT_MS = 3_000;

/**
 * Starts each job when its time has come, within the rate limit and with less than `CONCURRENT_MAILS` running.
 * Requesting addresses take turns, so that one does not delay the others. Only jobs that send a mail count for the
 * rate. `send` never rejects.
 */
export function createMailSchedule<Job extends Scheduled>(
  send: (job: Job) => Promise<void>,
  isMailed: (job: Job) => boolean,
) {
  const turn = createTurns(CONCURRENT_MAILS, { inAll: Infinity, ofOne: Infinity });
  const running = new Set<Promise<void>>();
  let isClosed = false;
  /** The time at which a mail could be sent if none had been sent at once. */
  let nextAt = 0;

  /** Waits until another mail may be sent. */
  async function pace(): Promise<void> {
    const now = performance.now();
    nextAt = Math.max(nextAt, now) + PACE_MS;
    const wait = nextAt - now - MAILS_AT_ONCE * PACE_MS;
    if (wait > 0) await new Promise(done => setTimeout(done, wait).unref());
  }

  async function take(job: Job): Promise<void> {
    if (job.timer || job.isTaken) return;
    job.isTaken = true;
    if (isMailed(job)) await pace();
    if (isClosed) return;
    const run = send(job).finally(() => running.delete(run));
    running.add(run);
    await run;
  }

  return {
    isClosed: () => isClosed,
    add(job: Job, waitMs: number): void {
      job.isTaken = false;
      job.timer = setTimeout(() => {
        job.timer = undefined;
        void turn(job.from, () => take(job));
      }, waitMs).unref();
    },
    /** Also lets another address request a waiting job: the earlier turn counts. */
    addTurn(job: Job, from: string): void {
      void turn(from, () => take(job));
    },
    /** Starts no more jobs, and waits a little for those running. */
    async close(jobs: Iterable<Job>): Promise<void> {
      isClosed = true;
      for (const { timer } of jobs) clearTimeout(timer);
      const timeout = new Promise(done => setTimeout(done, CLOSE_TIMEOUT_MS).unref());
      await Promise.race([Promise.all(running), timeout]);
    },
  };
}
