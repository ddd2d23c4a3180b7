import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { useAppStore } from '../app/hooks';
import { commandOf, isPrefix } from './keyMap';
import { pressedOf } from './keys';
import { selectOverlay } from './overlaySlice';
import { useCommands } from './useCommands';

/** Milliseconds to wait for the second of two keys. */
const PATIENCE = 1500;
/** Commands that repeat while their key is held down; the others run once per press. */
const REPEATABLE = ['next', 'previous', 'below', 'above'];

type Options = {
  /** Keys that were pressed before this was mounted; they are handled first. */
  early: RefObject<KeyboardEvent[]>;
  onReady: () => void;
  /** Takes the letters, and Enter, that are typed between the palette's shortcut and its first render. */
  onTypedAhead: (letter: string) => void;
};

/** Listens to the keys of the whole page, for as long as it is mounted. */
export function useKeyboard({ early, onReady, onTypedAhead }: Options) {
  const store = useAppStore();
  const run = useCommands();
  const before = useRef<{ key: string; at: number } | null>(null);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, isInField } = pressedOf(event);
    if (key === null || /^(Shift|Control|Meta|Alt|AltGraph|CapsLock)$/.test(event.key)) return;
    if (selectOverlay(store.getState()) !== null) {
      if (key === 'Enter') onTypedAhead('\n');
      else if (event.key.length === 1 && !key.startsWith('Mod+')) onTypedAhead(event.key);
      return;
    }
    const isSecond = before.current !== null && event.timeStamp - before.current.at < PATIENCE;
    const command = commandOf(key, isSecond ? before.current!.key : null, isInField);
    const waits = !isSecond && !isInField && isPrefix(key);
    before.current = waits ? { key, at: event.timeStamp } : null;
    if (command === null || (event.repeat && !REPEATABLE.includes(command))) return;
    if (run(command)) event.preventDefault();
  });

  const begin = useEffectEvent(() => {
    onReady();
    early.current.splice(0).forEach(onKeyDown);
  });

  useEffect(() => {
    begin();
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
