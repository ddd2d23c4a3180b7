type Lifted = {
  /** The handlers of keys, by key name; `Shift+Tab` for Tab backwards. */
  moves: Record<string, () => void>;
  drop: () => void;
  /** Gives up without a drop. */
  giveUp: () => void;
};

const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta'];

/**
 * Handles all keys while an item is lifted by keyboard. Enter or Space drops it. Escape, a pointer press, a key with a
 * modifier, a Tab that moves nothing, and leaving the window give up. Returns a function that ends it silently.
 */
export function takeKeysOf({ moves, drop, giveUp }: Lifted): () => void {
  const stop = new AbortController();
  const end = (finish: () => void) => {
    stop.abort();
    finish();
  };
  const onKey = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, repeat } = event;
    if (MODIFIERS.includes(key)) return;
    const move = moves[shiftKey && key === 'Tab' ? 'Shift+Tab' : key];
    if (ctrlKey || metaKey || altKey || (key === 'Tab' && !move)) return end(giveUp);
    event.preventDefault();
    event.stopImmediatePropagation();
    if (move) move();
    else if (key === 'Escape') end(giveUp);
    else if ((key === 'Enter' || key === ' ') && !repeat) {
      // Otherwise the release of the key would press the focused button.
      addEventListener('keyup', letGo => letGo.preventDefault(), { capture: true, once: true });
      end(drop);
    }
  };
  const options = { capture: true, signal: stop.signal };
  addEventListener('keydown', onKey, options);
  addEventListener('pointerdown', () => end(giveUp), options);
  addEventListener('blur', ({ target }) => target === window && end(giveUp), options);
  return () => stop.abort();
}
