/** A lock on a device: shared by several users, or exclusive. */
export interface Turns {
  beside<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Exclusive: waits for all others, and they wait for it. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** The toast shows the device's last change from any tab, so a user needs the device alone to undo one's own change. */
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
