import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import styles from './Menu.module.css';
import { useTypedChoice, type Item, type Named } from './typedChoice';

/** A point of the window, in pixels. */
export type Point = { x: number; y: number };

/** Pixels between a menu and the edges of the window. */
const MARGIN_PX = 8;

/**
 * Positions a box below an element or a point, or above it where there is more room, always inside the window, whose
 * lower part a phone's keyboard may cover.
 */
export function placeBeside(
  box: HTMLElement,
  { left, right, top, bottom }: DOMRect,
  visibleHeight = innerHeight,
) {
  const { width, height } = box.getBoundingClientRect();
  const isBelow = bottom + height + MARGIN_PX <= visibleHeight || top < height + MARGIN_PX;
  const within = (value: number, size: number, room: number) =>
    Math.max(MARGIN_PX, Math.min(value, room - size - MARGIN_PX));
  box.style.setProperty('--left', `${within(left === right ? left : right - width, width, innerWidth)}px`);
  box.style.setProperty('--top', `${within(isBelow ? bottom : top - height, height, visibleHeight)}px`);
}

type Props = {
  label: string;
  /** The name of its subject, shown where it is a sheet. */
  title: string;
  items: readonly Item[];
  /** Names that can be typed although they are not offered. */
  otherNames?: readonly Named[];
  /** The element that opened the menu. */
  anchor: () => Element | null;
  /** The point at which the menu opens; without one, beside its anchor. */
  at?: Point | undefined;
  /** `isLeft`: by a press or a scroll elsewhere. */
  onClose: (isLeft: boolean) => void;
  /** Controls above the items; they handle their own keys. */
  children?: ReactNode;
};

/**
 * A menu beside the element that opened it; on touch a sheet at the foot of the page. Each item has a shortcut; arrow
 * keys move through the items.
 */
export function Menu({ label, title, items, otherNames = [], anchor, at, onClose, children }: Props) {
  const area = useRef<HTMLElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const placedAt = useRef<number>(undefined);
  const topNow = () => anchor()?.getBoundingClientRect().top;
  useLayoutEffect(() => {
    const beside = at ? new DOMRect(at.x, at.y) : anchor()?.getBoundingClientRect();
    placeBeside(box.current!, beside ?? new DOMRect(innerWidth / 2, innerHeight / 2));
    placedAt.current = topNow();
    box.current!.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- placed once for what is shown: it closes when something moves
  }, [label]);
  const leave = useEffectEvent((event: Event) => {
    const target = event.target as Node;
    // The event of a scroll by the key before comes once the menu is open.
    const isOver = event.type === 'scroll' && (!target.contains(anchor()) || topNow() === placedAt.current);
    if (isOver) return;
    if (!area.current?.contains(target) && !anchor()?.contains(target)) onClose(event.type === 'pointerdown');
  });
  useEffect(() => {
    const stop = new AbortController();
    const listen = (event: Event) => leave(event);
    for (const name of ['pointerdown', 'scroll', 'resize'])
      addEventListener(name, listen, { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, []);
  const type = useTypedChoice(items, otherNames);
  return (
    <section
      ref={area}
      aria-label="Menu"
      className={styles.area}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose(false)}
    >
      <div
        ref={box}
        className={styles.box}
        onKeyDown={event => {
          if (event.key === 'Escape' || event.key === 'Tab') onClose(false);
          else if (!pressInMenu(event, items, type)) return;
          event.preventDefault();
        }}
      >
        <p className={styles.title} aria-hidden dir="auto">
          {title}
        </p>
        {children}
        <div className={styles.menu} role="menu" aria-label={label}>
          {items.map(({ name, key, run, isApart }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              aria-keyshortcuts={key || undefined}
              data-apart={isApart || undefined}
              onClick={run}
            >
              <span>{name}</span>
              <kbd aria-hidden>{key.length === 1 ? key.toUpperCase() : key.replace('Delete', 'Del')}</kbd>
            </button>
          ))}
        </div>
      </div>
    </section>
  );
}

/** Letters and other shortcuts choose items and arrow keys move; other letters are ignored while the menu is open. */
function pressInMenu(
  event: KeyboardEvent<HTMLElement>,
  items: readonly Item[],
  type: ReturnType<typeof useTypedChoice>,
): boolean {
  const { key, ctrlKey, metaKey, altKey, currentTarget, target } = event;
  const isInMenu = (target as Element).closest('[role="menu"]') !== null;
  if (!isInMenu || ctrlKey || metaKey || altKey) return false;
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key];
  if (key.length === 1) return type(event, item => buttons[items.indexOf(item)]?.focus());
  if (to !== undefined) buttons.at(to % buttons.length)!.focus();
  const chosen = items.find(item => item.key === key);
  chosen?.run();
  return to !== undefined || chosen !== undefined;
}
