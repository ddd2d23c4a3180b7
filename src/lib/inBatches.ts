/**
 * Batches calls made within one moment, by default up to the next microtask. `run` takes all requests and returns their
 * answers in order. If it fails for several, each is run alone, so that one bad request does not fail the others.
 */
export function inBatches<Request, Answer>(
  run: (requests: readonly Request[]) => Promise<readonly Answer[]>,
  moment: () => Promise<void> = () => Promise.resolve(),
): (request: Request) => Promise<Answer> {
  let batch: { requests: Request[]; answers: Promise<readonly Answer[]> } | undefined;
  const begin = () => {
    const requests: Request[] = [];
    const answers = moment().then(() => {
      batch = undefined;
      return run(requests);
    });
    return { requests, answers };
  };
  return async request => {
    const { requests, answers } = (batch ??= begin());
    const at = requests.push(request) - 1;
    try {
      return (await answers)[at]!;
    } catch (error) {
      if (requests.length === 1) throw error;
      return (await run([request]))[0]!;
    }
  };
}
