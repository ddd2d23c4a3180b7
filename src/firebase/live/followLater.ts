/** Milliseconds before a failed load of code is repeated. */
const RETRY_AFTER_MS = 5000;

/** Loads code, repeatedly until that succeeds, and follows with it. Returns the function that stops following. */
export function followLater<Loaded>(
  load: () => Promise<Loaded>,
  follow: (loaded: Loaded) => () => void,
): () => void {
  let stop: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const begin = () => {
    load().then(
      loaded => {
        if (!ended) stop = follow(loaded);
      },
      () => {
        if (!ended) timer = setTimeout(begin, RETRY_AFTER_MS);
      },
    );
  };
  begin();
  return () => {
    ended = true;
    clearTimeout(timer);
    stop?.();
  };
}
