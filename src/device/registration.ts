import { Workbox } from 'workbox-window';

/** Registers the service worker. `onWaiting` hears of a newer version; `apply` reloads the page with it. */
export function registerWorker(onWaiting: () => void) {
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
