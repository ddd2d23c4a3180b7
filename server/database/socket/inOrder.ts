/** Runs steps in order, synchronously while no earlier one is waiting. */
export class InOrder {
  private last: Promise<void> | null = null;

  /** Errors of a step are passed to `failed`. */
  add(step: () => Promise<void> | void, failed: (error: unknown) => void): void {
    if (this.last) return this.wait(this.last.then(step), failed);
    try {
      const result = step();
      if (result) this.wait(result, failed);
    } catch (error) {
      failed(error);
    }
  }

  private wait(result: Promise<void>, failed: (error: unknown) => void): void {
    const done: Promise<void> = result.catch(failed).then(() => {
      if (this.last === done) this.last = null;
    });
    this.last = done;
  }
}
