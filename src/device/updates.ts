import type { Updates } from '../services/device';

/**
 * Looks for newer versions of the app by its service worker. A new version waits until the user asks for it: pages
 * never reload by themselves, and tabs of the old version keep its files.
 */
export function createUpdates(hasView: Promise<void>): Updates {
  let found = false;
  let apply = () => location.reload();
  const listeners = new Set<() => void>();

  const register = async () => {
    const { Workbox } = await import(/* webpackChunkName: "workbox" */ 'workbox-window');
    const worker = new Workbox('/sw.js');
    let wanted = false;
    worker.addEventListener('waiting', () => {
      found = true;
      listeners.forEach(listener => listener());
    });
    worker.addEventListener('controlling', () => wanted && location.reload());
    const registration = await worker.register();
    apply = () => {
      // Another tab may have activated the new version; then none is waiting.
      if (!registration?.waiting) return location.reload();
      wanted = true;
      worker.messageSkipWaiting();
    };
    // A page that stays open for days checks for a new version whenever it becomes visible.
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) void worker.update().catch(() => undefined);
    });
  };

  return {
    start() {
      if (!('serviceWorker' in navigator)) return;
      // Without a service worker the app needs the network to open.
      void hasView.then(register).catch(() => undefined);
    },
    follow(listener) {
      listeners.add(listener);
      if (found) listener();
      return () => listeners.delete(listener);
    },
    apply: () => apply(),
  };
}
