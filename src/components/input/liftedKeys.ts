type Lifted = {
  /** The actions of keys, by name; with `Shift+Tab` for Tab backwards. */
  moves: Record<string, () => void>;
  drop: () => void;
  /** Ends it without a drop. */
  giveUp: () => void;
};

const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta'];

/**
 * Takes all keys while something is lifted by keys. Enter or Space drops it; Escape, a press of the pointer, a key
 * with a modifier, Tab where it moves nothing, and leaving the window give up. Returns a function that ends it
 * silently.
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
      // Let go, the key would press the button that has the focus.
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
