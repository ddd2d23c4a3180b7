import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';

/** The awaited state: an element, with that text if given; or that there is none any more. */
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

/** Milliseconds by which long tasks held up whatever a person would have done since the first paint. */
export const blocked = (page: Page) => page.evaluate(() => window.bench.blocked());

/** Milliseconds of the longest task since then, of those of at least 50 ms; else 0. */
export const longestTask = (page: Page, from: number) =>
  page.evaluate(since => window.bench.longestTask(since), from);

/** Milliseconds from the event that `act` causes to its result's painting. */
export async function painted(page: Page, event: string, result: Result, act: () => Promise<unknown>) {
  await page.evaluate(([type, wanted]) => window.bench.arm(type, wanted), [event, result] as const);
  await act();
  return page.evaluate(() => window.bench.painted!);
}

export const domNodes = (page: Page) => page.evaluate(() => document.getElementsByTagName('*').length);
