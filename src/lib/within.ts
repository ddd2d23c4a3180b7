const TIMEOUT = 'TimeoutError';

/** What a promise answers, or a `TimeoutError` when it has not answered after so many milliseconds. */
export const within = <Answer>(milliseconds: number, work: Promise<Answer>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException('No answer in time', TIMEOUT)), milliseconds);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** Whether a failure is that of `within`. */
export const isTimeout = (failure: unknown) => (failure as Error | undefined)?.name === TIMEOUT;
