/** A job that waits for its time has a timer. */
export type Scheduled = { timer?: NodeJS.Timeout | undefined };

/** How many mails are on their way at the same time. */
const CONCURRENT_MAILS = 2;
/** How long those that are on their way at the end are waited for. */
const CLOSE_TIMEOUT_MS = 3_000;

/** Starts each job when its time has come, and when fewer than `CONCURRENT_MAILS` run. `send` never rejects. */
export function createMailSchedule<Job extends Scheduled>(send: (job: Job) => Promise<void>) {
  const ready: Job[] = [];
  const running = new Set<Promise<void>>();
  let isClosed = false;

  function next(): void {
    if (isClosed || running.size >= CONCURRENT_MAILS) return;
    const job = ready.shift();
    if (!job) return;
    const run = send(job).finally(() => {
      running.delete(run);
      next();
    });
    running.add(run);
  }

  return {
    isClosed: () => isClosed,
    add(job: Job, waitMs: number): void {
      job.timer = setTimeout(() => {
        job.timer = undefined;
        ready.push(job);
        next();
      }, waitMs).unref();
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
