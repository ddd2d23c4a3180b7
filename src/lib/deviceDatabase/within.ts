const TIMEOUT = 'TimeoutError';
/** Time in which a database that was late has to answer before it is used again. */
export const PROBE_MS = 500;
/** The wait is cut into so many timers: a page that was busy or frozen for long has used up one of them. */
const PARTS = 4;

/**
 * The answer of a promise, or a `TimeoutError` when it has not answered after so many milliseconds of a page that
 * runs. `follow` is handed what begins the wait anew.
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

/** Whether a failure is that of `within`. */
export const isTimeout = (failure: unknown) => (failure as Error | undefined)?.name === TIMEOUT;
