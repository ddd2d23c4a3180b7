import type { BrowserContext, Page } from 'playwright-core';

/** What is waited for: an element, with that text if given; or that there is none any more. */
export type Result = { selector: string; text?: string; isGone?: boolean };

/** Rows of the app and of both floors. */
export const FIRST_ROW = 'main a[href$="/edit"], main li, body > ul > li';

declare global {
  interface Window {
    bench: {
      firstRow: Promise<number>;
      arm(event: string, result: Result): void;
      painted?: Promise<number>;
    };
  }
}

/**
 * Put into every page before its own scripts. `firstRow` is the time from the navigation's start to the second
 * animation frame after the first row is in the DOM; `arm` measures from the time stamp of the next such event to the
 * second animation frame after its result is in the DOM.
 */
export const install = (context: BrowserContext) =>
  context.addInitScript(firstRowSelector => {
    const twoFrames = () =>
      new Promise<number>(resolve =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))),
      );
    const isThere = ({ selector, text, isGone }: Result) => {
      const found = [...document.querySelectorAll(selector)].some(
        element => text === undefined || element.textContent!.includes(text),
      );
      return found !== Boolean(isGone);
    };
    const when = (result: Result) =>
      new Promise<void>(resolve => {
        if (isThere(result)) return resolve();
        const observer = new MutationObserver(() => {
          if (!isThere(result)) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      });
    window.bench = {
      firstRow: when({ selector: firstRowSelector }).then(twoFrames),
      arm(type, result) {
        window.bench.painted = new Promise(resolve => {
          addEventListener(
            type,
            event =>
              void when(result)
                .then(twoFrames)
                .then(painted => resolve(painted - event.timeStamp)),
            { capture: true, once: true },
          );
        });
      },
    };
  }, FIRST_ROW);

export const firstRow = (page: Page) => page.evaluate(() => window.bench.firstRow);

/** Milliseconds from the event that `act` causes to its result's painting. */
export async function painted(page: Page, event: string, result: Result, act: () => Promise<unknown>) {
  await page.evaluate(([type, wanted]) => window.bench.arm(type, wanted), [event, result] as const);
  await act();
  return page.evaluate(() => window.bench.painted!);
}

export const domNodes = (page: Page) => page.evaluate(() => document.getElementsByTagName('*').length);
