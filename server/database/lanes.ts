/** The lane of what concerns all lanes: it waits for all of them, and all of them wait for it. */
export const ALL = null;

/** Runs jobs that take a while: one after the other within a lane, side by side in different lanes. */
export class Lanes {
  private readonly tails = new Map<string | typeof ALL, Promise<void>>();

  /** True when nothing is under way that a job in this lane would have to wait for. */
  isFree(lane: string | typeof ALL): boolean {
    return lane === ALL ? this.tails.size === 0 : !this.tails.has(lane) && !this.tails.has(ALL);
  }

  /** Runs a job, which must not fail, when its turn has come. */
  add(lane: string | typeof ALL, job: () => Promise<void>): void {
    const before = lane === ALL ? [...this.tails.values()] : [this.tails.get(lane), this.tails.get(ALL)];
    const tail = Promise.all(before)
      .then(job)
      .then(() => {
        if (this.tails.get(lane) === tail) this.tails.delete(lane);
      });
    this.tails.set(lane, tail);
  }

  /** Resolves when nothing is under way. */
  async drained(): Promise<void> {
    while (this.tails.size > 0) await Promise.all(this.tails.values());
  }
}
