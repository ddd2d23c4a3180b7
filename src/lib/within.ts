const TIMEOUT = 'TimeoutError';
/** The wait is cut into so many timers: a page that was busy or frozen for long has used up one of them. */
const PARTS = 4;

/**
 * The answer of a promise, or a `TimeoutError` when it has not answered after so many milliseconds of a page that
 * runs.
 */
export const within = <Answer>(milliseconds: number, work: Promise<Answer>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (left: number) => {
      if (left === 0) reject(new DOMException('No answer in time', TIMEOUT));
      else timer = setTimeout(() => wait(left - 1), milliseconds / PARTS);
    };
    wait(PARTS);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** Whether a failure is that of `within`. */
export const isTimeout = (failure: unknown) => (failure as Error | undefined)?.name === TIMEOUT;
