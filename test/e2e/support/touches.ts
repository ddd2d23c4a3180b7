import type { Page } from '@playwright/test';

type Point = { x: number; y: number };

/** Eight steps from one point to another. */
const steps = (from: Point, to: Point): Point[] =>
  Array.from({ length: 8 }, (_, at) => ({
    x: from.x + ((to.x - from.x) * (at + 1)) / 8,
    y: from.y + ((to.y - from.y) * (at + 1)) / 8,
  }));

/**
 * Waits on the page's own clock: whatever a press began by a shorter timer has happened by then. A busy page is slower
 * than the clock of the test.
 */
export const rest = (page: Page, milliseconds: number) =>
  page.evaluate(ms => new Promise(done => setTimeout(done, ms)), milliseconds);

/** A finger on a page with touch, moved step by step. */
export async function openTouches(page: Page) {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: Point) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  return {
    down: (point: Point) => send('touchStart', point),
    up: () => send('touchEnd'),
    async move(from: Point, to: Point) {
      for (const point of steps(from, to)) await send('touchMove', point);
    },
    /** A finger that moves at once. On a busy machine one that waits for each answer rests as long as a long press. */
    swipe: (from: Point, to: Point) =>
      Promise.all([
        send('touchStart', from),
        ...steps(from, to).map(point => send('touchMove', point)),
        send('touchEnd'),
      ]),
  };
}
