import { say } from '../../components/input/saying';
import styles from './Drag.module.css';
import { scrollToHeading, shownElement, type DropTarget } from './dropTargets';

/** Rows that can be dragged: those of the selection, or one. */
export type Dragged = {
  /** The row that was pressed, or has the focus. */
  row: HTMLElement;
  /** The dragged tasks, in words: '“Milk”', '3 tasks'. */
  words: string;
  targets: readonly DropTarget[];
  onStart: () => void;
  onDrop: (target: DropTarget) => void;
  onEnd: () => void;
};

/** Pixels between the pointer and what follows it. */
const BESIDE = 14;

export type DragSession = ReturnType<typeof beginDrag>;

/** Shows and says a drag, by whatever moves it: the targets are marked, and a chip names what is dragged. */
export function beginDrag({ row, words, targets, onStart, onDrop, onEnd }: Dragged) {
  let over: DropTarget | null = null;
  /** The announcement with the first target. */
  let lifted = `Lifted ${words}. `;
  const chip = document.createElement('div');
  chip.className = styles.chip!;
  chip.textContent = words;
  chip.ariaHidden = 'true';

  const mark = () => {
    unmark();
    for (const target of targets)
      for (const element of document.querySelectorAll(target.selector))
        element.classList.add(target === over ? styles.over! : styles.target!);
  };
  // Rows that scroll into view bring headings with them.
  const drawn = new MutationObserver(mark);

  onStart();
  row.classList.add(styles.lifted!);
  document.documentElement.classList.add(styles.dragging!);
  document.body.append(chip);
  drawn.observe(document.body, { childList: true, subtree: true });
  mark();
  say(lifted);

  return {
    /** The target is another one, or none; `place` says where it stands among all, for whom does not see it. */
    setOver(target: DropTarget | null, place = '') {
      if (target === over) return;
      over = target;
      mark();
      say(target ? `${lifted}${target.words}${place}` : '');
      lifted = '';
    },
    /** Brings the chip to a point of the window, and within it. */
    bringTo(x: number, y: number) {
      const left = Math.max(0, Math.min(x + BESIDE, innerWidth - chip.offsetWidth));
      const top = Math.max(0, Math.min(y + BESIDE, innerHeight - chip.offsetHeight));
      chip.style.transform = `translate(${left}px, ${top}px)`;
    },
    /** Ends it; `isDrop`: over its target, if it has one. */
    end(isDrop: boolean) {
      drawn.disconnect();
      chip.remove();
      unmark();
      row.classList.remove(styles.lifted!);
      document.documentElement.classList.remove(styles.dragging!);
      const target = isDrop ? over : null;
      say(target ? '' : `${words} stays where it was`);
      onEnd();
      if (target) onDrop(target);
    },
    showTarget(target: DropTarget) {
      const element = shownElement(target);
      if (element) element.scrollIntoView({ block: 'nearest' });
      else if (target.place) scrollToHeading(target.place);
      const { left, bottom } = (shownElement(target) ?? row).getBoundingClientRect();
      this.bringTo(left, bottom - BESIDE);
    },
  };
}

function unmark() {
  for (const name of [styles.over!, styles.target!])
    for (const element of [...document.getElementsByClassName(name)]) element.classList.remove(name);
}
