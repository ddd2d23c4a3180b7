import type { Updates } from '../services/device';
import { Workbox } from 'workbox-window';

/** Registers the service worker. `onWaiting` hears of a newer version; `apply` reloads the page with it. */
function registerWorker(onWaiting: () => void) {
  const worker = new Workbox('/sw.js');
  let wanted = false;
  let registration: ServiceWorkerRegistration | undefined;
  worker.addEventListener('waiting', onWaiting);
  worker.addEventListener('controlling', () => wanted && location.reload());
  const register = async () => {
    registration = await worker.register();
    // A page that stays open for days checks for a new version whenever it becomes visible.
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) void worker.update().catch(() => undefined);
    });
  };
  register().catch(() => undefined); // a browser may refuse it; the app then needs the network to open
  return {
    apply() {
      // Another tab may have activated the new version; then none is waiting.
      if (!registration?.waiting) return location.reload();
      wanted = true;
      worker.messageSkipWaiting();
    },
  };
}

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
