/** The lane for jobs that concern all lanes: such a job waits for all others, and they wait for it. */
export const ALL = null;

/** Runs asynchronous jobs: one after the other within a lane, in parallel in different lanes. */
export class Lanes {
  private readonly tails = new Map<string | typeof ALL, Promise<void>>();

  /** True when a job in this lane would not have to wait. */
  isFree(lane: string | typeof ALL): boolean {
    return lane === ALL ? this.tails.size === 0 : !this.tails.has(lane) && !this.tails.has(ALL);
  }

  /** Runs a job, which must not fail, at its turn. */
  add(lane: string | typeof ALL, job: () => Promise<void>): void {
    const before = lane === ALL ? [...this.tails.values()] : [this.tails.get(lane), this.tails.get(ALL)];
    const tail = Promise.all(before)
      .then(job)
      .then(() => {
        if (this.tails.get(lane) === tail) this.tails.delete(lane);
      });
    this.tails.set(lane, tail);
  }

  /** Resolves when no job is running. */
  async drained(): Promise<void> {
    while (this.tails.size > 0) await Promise.all(this.tails.values());
  }
}
