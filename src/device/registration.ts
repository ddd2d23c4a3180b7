import { Workbox } from 'workbox-window';

/** Milliseconds of a first visit that are left to its view. */
const SPARE_AFTER_MS = 3000;
/** Milliseconds after which the rest of the code is loaded beside a slow install. */
const INSTALL_TIMEOUT_MS = 10_000;

const after = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds));

/** Registers the service worker. `onWaiting` hears of a newer version; `apply` reloads the page with it. */
export function registerWorker(onWaiting: () => void) {
  const worker = new Workbox('/sw.js');
  const isEnded = new Promise<unknown>(resolve => {
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    worker.addEventListener('redundant', resolve); // the install failed
  });
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
    await (registration?.active ?? isEnded);
  };
  return {
    apply() {
      // Another tab may have activated the new version; then none is waiting.
      if (!registration?.waiting) return location.reload();
      wanted = true;
      worker.messageSkipWaiting();
    },
    /** Resolves once the page gets its files from the worker, or does not wait for that any longer. Rejects where it is refused. */
    isServed: Promise.race([Promise.all([register(), after(SPARE_AFTER_MS)]), after(INSTALL_TIMEOUT_MS)]),
  };
}
