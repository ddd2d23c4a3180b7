/* eslint @typescript-eslint/no-unused-vars: off -- it is read as text and called in the page */
/**
 * Runs in every page before its scripts; plain JavaScript, because a compiler's helpers would be missing. `firstRow`
 * runs from the start of navigation, `arm` from the next event, both to the second frame after the result. `blocked`
 * is the total blocking time.
 */
function measureInPage(firstRowSelector) {
  /** Milliseconds after which a result counts as missing. */
  const PATIENCE_MS = 60_000;
  const twoFrames = () =>
    new Promise(resolve =>
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))),
    );
  const isThere = ({ selector, text, isGone }) => {
    const found = [...document.querySelectorAll(selector)].some(
      element => text === undefined || element.textContent.includes(text),
    );
    return found !== Boolean(isGone);
  };
  const when = result =>
    new Promise((resolve, reject) => {
      if (isThere(result)) return resolve();
      const observer = new MutationObserver(() => {
        if (!isThere(result)) return;
        observer.disconnect();
        clearTimeout(timer);
        resolve();
      });
      const timer = setTimeout(
        () => reject(new Error(`Not painted: ${JSON.stringify(result)}`)),
        PATIENCE_MS,
      );
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    });
  const longTasks = [];
  const observer = new PerformanceObserver(list => longTasks.push(...list.getEntries()));
  observer.observe({ type: 'longtask', buffered: true });
  window.bench = {
    blocked() {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      const ends = longTasks.map(({ startTime, duration }) => [startTime, startTime + duration]);
      return ends.reduce(
        (sum, [from, to]) => sum + Math.max(0, to - Math.max(from, paint.startTime) - 50),
        0,
      );
    },
    longestTask: from =>
      Math.max(0, ...longTasks.filter(({ startTime }) => startTime >= from).map(({ duration }) => duration)),
    firstRow: when({ selector: firstRowSelector }).then(twoFrames),
    arm(type, result) {
      window.bench.painted = new Promise((resolve, reject) => {
        addEventListener(
          type,
          event =>
            void when(result)
              .then(twoFrames)
              .then(painted => resolve(painted - event.timeStamp), reject),
          { capture: true, once: true },
        );
      });
    },
  };
}
