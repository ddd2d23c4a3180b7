/* eslint @typescript-eslint/no-unused-vars: off -- it is read as text and called in the page */
/**
 * Put into every page before its own scripts (plain JavaScript, because a compiler's helpers do not travel with it).
 * `firstRow` is the time from the navigation's start to the second animation frame after the first row is in the DOM;
 * `arm` measures from the time stamp of the next such event to the second animation frame after its result is there.
 * `longestTask` is the longest one of at least 50 ms since an instant. `blocked` is the total blocking time so far: what
 * tasks took beyond 50 ms each, since the first paint.
 */
function measureInPage(firstRowSelector) {
  /** Milliseconds after which a result is said to be missing. */
  const PATIENCE = 60_000;
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
      const timer = setTimeout(() => reject(new Error(`Not painted: ${JSON.stringify(result)}`)), PATIENCE);
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
