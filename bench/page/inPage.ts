import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';

/** The expected state: an element, with this text if given, or its absence. */
export type Result = { selector: string; text?: string; isGone?: boolean };

/** Rows of the app and of both floors. */
export const FIRST_ROW = 'main a[href$="/edit"], main li, body > ul > li';

declare global {
  interface Window {
    bench: {
      firstRow: Promise<number>;
      blocked(): number;
      longestTask(from: number): number;
      arm(event: string, result: Result): void;
      painted?: Promise<number>;
    };
  }
}

const script = readFileSync(path.join(__dirname, 'measureInPage.js'), 'utf8');

export const install = (context: BrowserContext) =>
  context.addInitScript({ content: `${script}\nmeasureInPage(${JSON.stringify(FIRST_ROW)});` });

export const firstRow = (page: Page) => page.evaluate(() => window.bench.firstRow);

/** Total blocking time since the first paint, in milliseconds. */
export const blocked = (page: Page) => page.evaluate(() => window.bench.blocked());

/** Milliseconds of the longest task since `from`, 0 if none took 50 ms. */
export const longestTask = (page: Page, from: number) =>
  page.evaluate(since => window.bench.longestTask(since), from);

/** Milliseconds from the event of `act` to the painting of its result. */
export async function painted(page: Page, event: string, result: Result, act: () => Promise<unknown>) {
  await page.evaluate(([type, wanted]) => window.bench.arm(type, wanted), [event, result] as const);
  await act();
  return page.evaluate(() => window.bench.painted!);
}

export const domNodes = (page: Page) => page.evaluate(() => document.getElementsByTagName('*').length);
