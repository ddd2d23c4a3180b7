/** Keeps back what somebody is told while it is not decided yet whether they may still hear it. */
export class Gate {
  private readonly kept: (() => void)[] = [];
  private deciding = 0;

  /** Tells it now, or when all is decided. */
  tell(step: () => void): void {
    if (this.deciding === 0) step();
    else this.kept.push(step);
  }

  async during(decision: Promise<void>): Promise<void> {
    this.deciding += 1;
    try {
      await decision;
    } finally {
      this.deciding -= 1;
      if (this.deciding === 0) for (const step of this.kept.splice(0)) step();
    }
  }
}
