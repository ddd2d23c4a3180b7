/** Milliseconds until code that could not be loaded is asked for again. */
const RETRY_AFTER_MS = 5000;

/** Follows by code that is loaded first, again and again until it comes. Answers what ends it. */
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
