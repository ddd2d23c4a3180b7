import { say, sayBriefly } from '../../components/input/saying';
import type { Day } from '../../lib/days/days';
import { nextDays } from '../../tasks/taskSections';
import styles from './Drag.module.css';
import { scrollToHeading, shownElement, UPCOMING, dayTarget, type DropTarget, type Gap } from './dropTargets';

/** Pixels between the days and the edges of the window. */
const MARGIN_PX = 8;

/** Shows the next days as drop targets beside the Upcoming link, or above it where there is no room. */
function openDaysBeside(link: Element, today: Day): HTMLElement {
  const list = document.createElement('ul');
  list.className = styles.days!;
  list.ariaHidden = 'true'; // the drag announces its target itself
  for (const day of nextDays(today)) {
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

/** The dragged rows: the selected ones, or a single one. */
export type Dragged = {
  /** The row that was pressed or is focused. */
  row: HTMLElement;
  /** A description of the dragged tasks: '“Milk”', '3 tasks'. */
  words: string;
  today: Day;
  targets: readonly DropTarget[];
  /** Links and headings that show why they are no targets. */
  refusals: readonly DropTarget[];
  /** The target for a row at a point of the window: a gap beside it, or its day. */
  rowTarget: (x: number, y: number) => DropTarget | null;
  onStart: () => void;
  onDrop: (target: DropTarget) => void;
  onEnd: () => void;
};

/** Pixels between the pointer and the chip. */
const CHIP_DISTANCE_PX = 14;
/** Milliseconds over the Upcoming link before its days are shown. */
const OPEN_DELAY_MS = 400;
/** Milliseconds over another link before the days close, because the pointer crosses other links on its way to a day. */
const CLOSE_DELAY_MS = 600;

export type DragSession = ReturnType<typeof beginDrag>;

/** Shows and announces a drag by pointer or keyboard: targets are highlighted, and a chip names what is dragged. */
export function beginDrag({ row, words, today, targets, onStart, onDrop, onEnd }: Dragged) {
  let over: DropTarget | null = null;
  /** The announcement, which includes the first target. */
  let lifted = `Picked up ${words}. `;
  const chip = elementOf(styles.chip!, words);
  const line = elementOf(styles.line!, '');
  chip.dataset.dragged = '';
  line.dataset.dropLine = '';
  const days = daysOfUpcoming(today);

  const highlight = () => {
    endHighlight();
    for (const target of over && !targets.includes(over) ? [...targets, over] : targets)
      for (const element of document.querySelectorAll(target.selector))
        element.classList.add(
          target === over ? (target.isRefused ? styles.refused! : styles.over!) : styles.target!,
        );
  };
  const drawLine = () => drawLineAt(line, over?.gap);
  // Rows that scroll into view may include new headings.
  const drawn = new MutationObserver(highlight);

  onStart();
  row.classList.add(styles.lifted!);
  document.documentElement.classList.add(styles.dragging!);
  document.body.append(line, chip);
  drawn.observe(document.body, { childList: true, subtree: true });
  highlight();
  drawLine();
  say(lifted);

  return {
    /** Changes the target, or clears it; `position` is its rank among all targets, for screen readers. */
    setOver(target: DropTarget | null, position = '') {
      const isOther = target?.words !== over?.words;
      over = target;
      drawLine();
      if (!isOther) return;
      highlight();
      days.showFor(target);
      chip.textContent = target?.isRefused ? target.words : words;
      say(target ? `${lifted}${target.words}${position}` : '');
      lifted = '';
    },
    /** Moves the chip to a point of the window, and keeps it inside. */
    bringTo(x: number, y: number) {
      const left = Math.max(0, Math.min(x + CHIP_DISTANCE_PX, innerWidth - chip.offsetWidth));
      const top = Math.max(0, Math.min(y + CHIP_DISTANCE_PX, innerHeight - chip.offsetHeight));
      chip.style.transform = `translate(${left}px, ${top}px)`;
    },
    /** Ends the drag; `isDrop`: with a drop on the target, if there is one. */
    end(isDrop: boolean) {
      drawn.disconnect();
      chip.remove();
      line.remove();
      days.close();
      endHighlight();
      row.classList.remove(styles.lifted!);
      document.documentElement.classList.remove(styles.dragging!);
      const target = isDrop ? over : null;
      const stays = `${words} stays where it was`;
      if (!isDrop) say(stays);
      else if (!target) sayBriefly(`${stays}: nothing can be dropped there`);
      else if (target.isRefused) sayBriefly(target.words);
      else say('');
      onEnd();
      if (target && !target.isRefused) onDrop(target);
    },
    showTarget(target: DropTarget) {
      if (!shownElement(target) && !target.position && target.to?.taskDueDay) days.open();
      const element = shownElement(target);
      if (element) element.scrollIntoView({ block: 'nearest' });
      else if (target.position) scrollToHeading(target.position);
      const { left, bottom } = (shownElement(target) ?? row).getBoundingClientRect();
      this.bringTo(left, bottom - CHIP_DISTANCE_PX);
    },
  };
}

/** Draws the line where a drop would put the rows. */
function drawLineAt(line: HTMLElement, gap: Gap | undefined) {
  line.hidden = !gap;
  if (!gap) return;
  const { left, top, bottom, width } = gap.row.getBoundingClientRect();
  line.style.width = `${width}px`;
  line.style.transform = `translate(${left}px, ${gap.isBelow ? bottom : top}px)`;
}

function elementOf(className: string, words: string) {
  const element = document.createElement('div');
  element.className = className;
  element.textContent = words;
  element.ariaHidden = 'true';
  return element;
}

/** The days of Upcoming: shown while its link is hovered, closed over other links. */
function daysOfUpcoming(today: Day) {
  let opened: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout>;
  const close = () => {
    clearTimeout(timer);
    opened?.remove();
    opened = null;
  };
  const open = () => {
    const link = shownElement({ words: '', selector: UPCOMING });
    if (!opened && link) opened = openDaysBeside(link, today);
  };
  return {
    open,
    close,
    showFor(target: DropTarget | null) {
      clearTimeout(timer);
      if (target?.isForDay) timer = setTimeout(open, OPEN_DELAY_MS);
      else if (target && !target.to?.taskDueDay) timer = setTimeout(close, CLOSE_DELAY_MS);
    },
  };
}

function endHighlight() {
  for (const name of [styles.over!, styles.target!, styles.refused!])
    for (const element of [...document.getElementsByClassName(name)]) element.classList.remove(name);
}
