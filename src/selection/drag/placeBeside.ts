/** Pixels between a menu and the edges of the window. */
const MARGIN_PX = 8;

/** Positions a fixed box below an element, or above it where there is more room, always inside the window. */
export function placeBeside(box: HTMLElement, anchor: Element | null) {
  const { width, height } = box.getBoundingClientRect();
  const at = anchor?.getBoundingClientRect() ?? new DOMRect(innerWidth / 2, innerHeight / 2);
  const isBelow = at.bottom + height + MARGIN_PX <= innerHeight || at.top < height + MARGIN_PX;
  const within = (value: number, size: number, room: number) =>
    Math.max(MARGIN_PX, Math.min(value, room - size - MARGIN_PX));
  box.style.left = `${within(at.right - width, width, innerWidth)}px`;
  box.style.top = `${within(isBelow ? at.bottom : at.top - height, height, innerHeight)}px`;
}
