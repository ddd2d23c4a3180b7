import { useEffectEvent, useLayoutEffect, type RefObject } from 'react';
import { isComposing } from '../components/input/composing';

export type Handlers = {
  onInput: () => void;
  /** Called on Enter; `isOpened`: with Ctrl or Cmd. */
  onEnter: (isOpened: boolean) => void;
  /** Returns whether something was closed. */
  onEscape: () => boolean;
  /** Returns whether Backspace was handled otherwise than by removing a character. */
  onBackspace: () => boolean;
};

/** Listens to the field's input; the field belongs to another component and is mounted earlier. */
export function useTyped(field: RefObject<HTMLTextAreaElement | null>, handlers: Handlers) {
  const onInput = useEffectEvent(() => handlers.onInput());
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      if (!event.repeat) handlers.onEnter(event.ctrlKey || event.metaKey);
    } else if (event.key === 'Escape' && handlers.onEscape()) event.preventDefault();
    else if (event.key === 'Backspace' && handlers.onBackspace()) event.preventDefault();
  });
  /** A phone's keyboard may report Enter only by this event. With Shift it adds a list item's line. */
  const onBeforeInput = useEffectEvent((event: InputEvent) => {
    if (event.inputType !== 'insertLineBreak' || event.isComposing || isShiftDown) return;
    event.preventDefault();
    handlers.onEnter(false);
  });
  useLayoutEffect(() => {
    const target = field.current!;
    const end = new AbortController();
    const { signal } = end;
    const shift = (event: KeyboardEvent) => (isShiftDown = event.shiftKey);
    target.addEventListener('input', () => onInput(), { signal });
    target.addEventListener('keydown', shift, { signal, capture: true });
    target.addEventListener('keydown', event => onKeyDown(event), { signal });
    target.addEventListener('beforeinput', event => onBeforeInput(event), { signal });
    return () => end.abort();
  }, [field]);
}

let isShiftDown = false;
