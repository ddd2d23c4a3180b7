import { createTurns } from '../../lib/turns';

/**
 * A job that waits for its time has a timer; a job that waits for its turn is not taken. `from` is the address that asked
 * for it.
 */
export type Scheduled = { from: string; timer?: NodeJS.Timeout | undefined; isTaken?: boolean };

/** How many mails are on their way at the same time. */
const CONCURRENT_MAILS = 2;
/** Many mail servers refuse whoever sends more; a few go at once, the others one by one. */
const MAILS_PER_HOUR = 300;
const MAILS_AT_ONCE = 100;
const PACE_MS = 3_600_000 / (MAILS_PER_HOUR - MAILS_AT_ONCE);
/** How long those that are on their way at the end are waited for. */
const CLOSE_TIMEOUT_MS = 3_000;

/**
 * Starts each job when its time has come, at a pace, and fewer than `CONCURRENT_MAILS` run. Addresses take turns, so that
 * the mails that one asks for hold up no other's. The pace is for jobs that mail something. `send` never rejects.
 */
export function createMailSchedule<Job extends Scheduled>(
  send: (job: Job) => Promise<void>,
  isMailed: (job: Job) => boolean,
) {
  const turn = createTurns(CONCURRENT_MAILS, { inAll: Infinity, ofOne: Infinity });
  const running = new Set<Promise<void>>();
  let isClosed = false;
  /** When a mail could go if none had gone at once. */
  let nextAt = 0;

  /** Waits until one more mail may go. */
  async function pace(): Promise<void> {
    const now = performance.now();
    nextAt = Math.max(nextAt, now) + PACE_MS;
    const wait = nextAt - now - MAILS_AT_ONCE * PACE_MS;
    if (wait > 0) await new Promise(done => setTimeout(done, wait).unref());
  }

  async function take(job: Job): Promise<void> {
    if (isClosed || job.timer || job.isTaken) return;
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
    /** Gives a job that waits for its turn one of another address as well: whichever comes first counts. */
    addTurn(job: Job, from: string): void {
      void turn(from, () => take(job));
    },
    /** Begins no more, and waits a little for what is on its way. */
    async close(jobs: Iterable<Job>): Promise<void> {
      isClosed = true;
      for (const { timer } of jobs) clearTimeout(timer);
      const timeout = new Promise(done => setTimeout(done, CLOSE_TIMEOUT_MS).unref());
      await Promise.race([Promise.all(running), timeout]);
    },
  };
}
