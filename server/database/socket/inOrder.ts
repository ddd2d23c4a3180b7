/** Does steps one after the other: each at once while none before it waits for something. */
export class InOrder {
  private last: Promise<void> | null = null;

  /** A step that throws, or rejects, is handed to `failed`. */
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
