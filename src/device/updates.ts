import type { Updates } from '../services/device';

/**
 * Newer versions of the app, by its service worker. A new one waits until the person asks for it: no page
 * reloads by itself, and tabs of the old version keep the files of that version.
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
      // Another tab may have brought the new version in: then none waits.
      if (!registration?.waiting) return location.reload();
      wanted = true;
      worker.messageSkipWaiting();
    };
    // A page that stays open for days looks for a new version whenever it becomes visible.
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) void worker.update().catch(() => undefined);
    });
  };

  return {
    start() {
      if (!('serviceWorker' in navigator)) return;
      // Without it the app needs the network to open.
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
