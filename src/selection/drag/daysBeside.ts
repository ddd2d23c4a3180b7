import type { Day } from '../../lib/days/days';
import styles from './Drag.module.css';
import { dayTarget, daysAhead } from './dropTargets';

/** Pixels between the days and the edges of the window. */
const MARGIN_PX = 8;

/** Shows the next days as drop targets beside the Upcoming link, or above it where there is no room. */
export function openDaysBeside(link: Element, today: Day): HTMLElement {
  const list = document.createElement('ul');
  list.className = styles.days!;
  list.ariaHidden = 'true'; // the drag announces its target itself
  for (const day of daysAhead(today)) {
    const item = document.createElement('li');
    item.dataset.dropDay = day;
    item.textContent = dayTarget(day, today).words;
    list.append(item);
  }
  document.body.append(list);
  const at = link.getBoundingClientRect();
  const { width, height } = list.getBoundingClientRect();
  const isBeside = at.right + width + MARGIN_PX <= innerWidth;
  const [left, top] = isBeside ? [at.right, at.top] : [at.left, at.top - height];
  const within = (value: number, size: number, room: number) =>
    Math.max(MARGIN_PX, Math.min(value, room - size - MARGIN_PX));
  list.style.left = `${within(left, width, innerWidth)}px`;
  list.style.top = `${within(top, height, innerHeight)}px`;
  return list;
}
