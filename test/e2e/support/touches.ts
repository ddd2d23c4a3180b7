import type { Page } from '@playwright/test';

type Point = { x: number; y: number };

/** A finger on a page with touch, moved step by step. */
export async function openTouches(page: Page) {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: Point) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  return {
    down: (point: Point) => send('touchStart', point),
    up: () => send('touchEnd'),
    async move(from: Point, to: Point) {
      for (let step = 1; step <= 8; step++)
        await send('touchMove', {
          x: from.x + ((to.x - from.x) * step) / 8,
          y: from.y + ((to.y - from.y) * step) / 8,
        });
    },
  };
}
