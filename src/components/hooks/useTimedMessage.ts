import { useEffect, useEffectEvent, useState } from 'react';

/** Milliseconds that a message is shown; longer while it is hovered or focused. */
const SHOWN_MS = 10_000;

/** Dismisses a message when its time is over (null: no message). Returns the event handlers for its element. */
export function useTimedMessage(message: unknown, onEnd: () => void) {
  const [isHeld, setIsHeld] = useState(false);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (message === null || isHeld) return;
    const timer = setTimeout(() => end(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message, isHeld]);
  const hold = () => setIsHeld(true);
  const release = () => setIsHeld(false);
  return { onPointerEnter: hold, onPointerLeave: release, onFocus: hold, onBlur: release };
}
