const TIMEOUT = 'TimeoutError';
/** Milliseconds in which a late database must answer before it is used again. */
export const PROBE_MS = 500;
/** The wait is divided into several timers, so that a page that was busy or frozen for long only loses one of them. */
const PARTS = 4;

/**
 * The result of a promise, or a `TimeoutError` when it is not settled after so many milliseconds in which the page
 * runs. `follow` receives a function that restarts the wait.
 */
export const within = <Answer>(
  milliseconds: number,
  work: Promise<Answer>,
  follow?: (again: () => void) => void,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    let left = PARTS;
    const wait = () => {
      if (left === 0) return reject(new DOMException('No answer in time', TIMEOUT));
      left -= 1;
      timer = setTimeout(wait, milliseconds / PARTS);
    };
    wait();
    follow?.(() => (left = PARTS - 1));
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** Whether an error is the time-out of `within`. */
export const isTimeout = (failure: unknown) => (failure as Error | undefined)?.name === TIMEOUT;
