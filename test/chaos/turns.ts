/** Who may use a device now: several at once, or one alone. */
export interface Turns {
  beside<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Waits until nobody else is at it, and keeps others waiting. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** One device's toast tells its last change, whichever tab made it: who takes back their own must be alone with it. */
export function createTurns(): Turns {
  const running = new Set<Promise<unknown>>();
  let lone: Promise<unknown> | undefined;
  return {
    async beside(work) {
      while (lone) await lone;
      const turn = work();
      const ended = turn.catch(() => undefined).finally(() => running.delete(ended));
      running.add(ended);
      return turn;
    },
    async alone(work) {
      while (lone) await lone;
      const others = [...running];
      const turn = Promise.all(others).then(work);
      lone = turn.catch(() => undefined).finally(() => (lone = undefined));
      return turn;
    },
  };
}
