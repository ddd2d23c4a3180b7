import { useEffect, useRef, useState } from 'react';
import { selectOverlay } from '../keyboard/overlaySlice';
import { onIdle } from '../components/onIdle';
import { Keyboard } from './chunks';
import { useAppSelector } from './hooks';

/**
 * Loads the keyboard part when the page is idle and the rows are shown, or at the first key. Keys that are pressed
 * before it is loaded are kept and handed to it. (In the first bundle the listener alone was 2 KB.)
 */
export function EarlyKeys({ isIdle }: { isIdle: boolean }) {
  const [isWanted, setIsWanted] = useState(false);
  const hasOverlay = useAppSelector(selectOverlay) !== null;
  const early = useRef<KeyboardEvent[]>([]);
  const [stop] = useState(() => new AbortController());

  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      early.current.push(event);
      setIsWanted(true);
    };
    addEventListener('keydown', keep, { signal: stop.signal });
    return () => removeEventListener('keydown', keep);
  }, [stop]);
  useEffect(() => (isIdle ? onIdle(() => setIsWanted(true)) : undefined), [isIdle]);

  return (isWanted || hasOverlay) && <Keyboard early={early} onReady={() => stop.abort()} />;
}
