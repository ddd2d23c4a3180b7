import { scrollerOf } from '../../../components/rows/scrollerOf';

/** A rendered card with its final position: during a transition its bounding box is still elsewhere. */
export type Hung = { key: string; left: number; top: number; right: number; bottom: number };

/** The rendered cards, in pixels from the corner of their list (WallGrid.tsx positions them by a transform). */
export function hungIn(list: HTMLElement): Hung[] {
  return [...list.querySelectorAll<HTMLElement>('[data-card]')].map(card => {
    const { m41: left, m42: top } = new DOMMatrix(card.style.transform);
    const { offsetWidth, offsetHeight } = card;
    return { key: card.dataset.card!, left, top, right: left + offsetWidth, bottom: top + offsetHeight };
  });
}

/** The card at a point of the window. */
export function hungAt(list: HTMLElement, x: number, y: number): Hung | undefined {
  const corner = list.getBoundingClientRect();
  const [left, top] = [x - corner.left, y - corner.top];
  return hungIn(list).find(
    card => card.left <= left && left < card.right && card.top <= top && top < card.bottom,
  );
}

/** The card above or below another one in its column. */
export function nextInColumn(list: HTMLElement, key: string, direction: 1 | -1): Hung | undefined {
  const all = hungIn(list);
  const from = all.find(card => card.key === key);
  return all
    .filter(({ left, top }) => from && left === from.left && direction * (top - from.top) > 0)
    .sort((a, b) => direction * (a.top - b.top))[0];
}

/** Scrolls until a card is in view. */
export function scrollTo(list: HTMLElement, key: string) {
  const own = list.closest<HTMLElement>('[data-scroller]');
  const scroller = own && scrollerOf(own);
  const card = hungIn(list).find(hung => hung.key === key);
  if (!scroller || !card) return;
  const corner = list.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  const [top, bottom] = [corner + card.top, corner + card.bottom];
  const room = 16;
  if (top < room) scroller.scrollTop += top - room;
  else if (bottom > scroller.clientHeight - room)
    scroller.scrollTop += Math.min(bottom - scroller.clientHeight + room, top - room);
}
