interface Waiter<T> {
  batch: readonly T[];
  done: () => void;
  failed: (error: unknown) => void;
}

/** Lets many writers share one sync: one batch is on its way at a time, and whoever comes meanwhile joins the next. */
export class GroupCommit<T> {
  private waiting: Waiter<T>[] = [];
  private running: Promise<void> | null = null;

  constructor(private readonly write: (batch: readonly T[]) => Promise<void>) {}

  /** Resolves once the changes are durable. The writers of one batch stand or fall together. */
  commit(batch: readonly T[]): Promise<void> {
    return new Promise((done, failed) => {
      this.waiting.push({ batch, done, failed });
      this.running ??= this.run();
    });
  }

  /** Resolves when nothing is on its way. */
  async drained(): Promise<void> {
    while (this.running) await this.running;
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      const group = this.waiting;
      this.waiting = [];
      try {
        await this.write(group.flatMap(waiter => waiter.batch));
        for (const waiter of group) waiter.done();
      } catch (error) {
        for (const waiter of group) waiter.failed(error);
      }
    }
    this.running = null;
  }
}
