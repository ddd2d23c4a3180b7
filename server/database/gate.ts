/** Holds messages back while it is undecided whether the receiver may still get them. */
export class Gate {
  private readonly kept: (() => void)[] = [];
  private deciding = 0;

  /** Delivers at once, or when all decisions are made. */
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
