import { useEffect, useEffectEvent } from 'react';

/** Calls back when the browser has a network again, while `isWanted`. */
export function useOnline(isWanted: boolean, onOnline: () => void) {
  const call = useEffectEvent(onOnline);
  useEffect(() => {
    if (!isWanted) return;
    const listener = () => call();
    addEventListener('online', listener);
    return () => removeEventListener('online', listener);
  }, [isWanted]);
}
