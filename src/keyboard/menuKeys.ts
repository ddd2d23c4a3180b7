/** The number of frames in which a requested row menu gets the focus. */
const MENU_FRAMES = 30;

const isInMenu = () => document.activeElement?.closest('[data-moves]') != null;
const nextFrame = () => new Promise(requestAnimationFrame);

/**
 * Keys after the one that opened a row's menu belong to the menu, which gets the focus some frames later. They wait
 * until then, and so do later keys, so that all are handled in the order in which they were pressed.
 */
export function menuKeys(isOpen: () => boolean) {
  const waiting: KeyboardEvent[] = [];
  let isPressing = false;
  const isAwaited = () => isOpen() && !isInMenu();

  /** Repeats a key where the focus is now: an earlier key may have closed the menu. */
  const press = (event: KeyboardEvent) => {
    const focused = document.activeElement ?? document.body;
    isPressing = true;
    focused.dispatchEvent(new KeyboardEvent('keydown', event));
    isPressing = false;
  };
  const pressAll = async () => {
    let frames = MENU_FRAMES;
    while (waiting.length > 0 && frames > 0)
      if (isAwaited()) {
        frames--;
        await nextFrame();
      } else {
        press(waiting[0]!);
        await null; // React renders the effect of this key before the next one
        waiting.shift();
      }
    waiting.length = 0;
  };
  const keep = (event: KeyboardEvent) => {
    if (waiting.push(event) === 1) void pressAll();
  };

  return {
    /** Keeps a key for a menu that has no focus yet; returns false for any other key. */
    keepForMenu(event: KeyboardEvent) {
      const isKept = isAwaited();
      if (isKept) keep(event);
      return isKept;
    },
    /** Keeps a character that the menu would get before the keys that wait for it. */
    keepOrder(event: KeyboardEvent) {
      if (isPressing || waiting.length === 0) return;
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(event.target as Element).closest('[role="menu"]')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      keep(event);
    },
  };
}
