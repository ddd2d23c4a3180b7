import type { Updates } from '../services/device';
import { registerWorker } from './registration';

/**
 * Looks for newer versions of the app by its service worker. A new version waits until the user asks for it: pages
 * never reload by themselves, and tabs of the old version keep its files.
 */
export function createUpdates(): Updates {
  let found = false;
  let apply = () => location.reload();
  const listeners = new Set<() => void>();
  return {
    start() {
      if (!(navigator as Partial<Navigator>).serviceWorker) return; // missing on plain http
      ({ apply } = registerWorker(() => {
        found = true;
        listeners.forEach(listener => listener());
      }));
    },
    follow(listener) {
      listeners.add(listener);
      if (found) listener();
      return () => listeners.delete(listener);
    },
    apply: () => apply(),
  };
}
