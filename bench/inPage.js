/* oxlint-disable no-unused-vars -- it is read as text and called in the page */
/**
 * Runs in every page before its scripts; plain JavaScript, because a compiler's helpers would be missing. Each time runs
 * to the second frame after the result: `when` from the start of navigation, `arm` from the next event. `frames` is the
 * number of the frame after the event that has the result.
 */
function measureInPage() {
  /** Milliseconds after which a result counts as missing. */
  const PATIENCE_MS = 60_000;
  const isThere = ({ selector, text, isGone }) => {
    const found = [...document.querySelectorAll(selector)].some(
      element => text === undefined || element.textContent.includes(text),
    );
    return found !== Boolean(isGone);
  };
  const frame = () => new Promise(requestAnimationFrame);
  /** Looks once a frame: an observer would not see focus. */
  async function when(result) {
    window.bench.frames = 1;
    for (const begun = performance.now(); !isThere(result); await frame(), window.bench.frames++)
      if (performance.now() - begun > PATIENCE_MS) throw new Error(`Not there: ${JSON.stringify(result)}`);
    await frame();
    await frame();
    return performance.now();
  }
  window.bench = {
    when,
    arm(type, result) {
      window.bench.painted = new Promise((resolve, reject) => {
        const options = { capture: true, once: true };
        addEventListener(
          type,
          ({ timeStamp }) =>
            frame()
              .then(() => when(result))
              .then(at => resolve(at - timeStamp), reject),
          options,
        );
      });
    },
  };
}
