interface Waiter<T> {
  batch: readonly T[];
  done: () => void;
  failed: (error: unknown) => void;
}

/** Lets concurrent writers share a sync: one batch is written at a time, and later writers join the next one. */
export class GroupCommit<T> {
  private waiting: Waiter<T>[] = [];
  private running: Promise<void> | null = null;

  constructor(private readonly write: (batch: readonly T[]) => Promise<void>) {}

  /** Resolves once the changes are durable. All writers of a batch succeed or fail together. */
  commit(batch: readonly T[]): Promise<void> {
    return new Promise((done, failed) => {
      this.waiting.push({ batch, done, failed });
      this.running ??= this.run();
    });
  }

  /** Resolves when no batch is being written. */
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
