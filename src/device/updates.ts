import type { Updates } from '../services/device';

/** Resolves when the user does something. */
const firstAct = () =>
  new Promise(resolve => {
    for (const type of ['pointermove', 'pointerdown', 'keydown', 'click', 'focusin'])
      addEventListener(type, resolve, { once: true, capture: true });
  });

/**
 * Looks for newer versions of the app by its service worker. A new version waits until the user asks for it: pages
 * never reload by themselves, and tabs of the old version keep its files.
 */
export function createUpdates(hasView: Promise<void>): Updates {
  let found = false;
  let apply = () => location.reload();
  const listeners = new Set<() => void>();
  let haveCode: () => void;
  const codeAtHand = new Promise<void>(resolve => (haveCode = resolve));

  const register = async () => {
    const { registerWorker } = await import(/* webpackChunkName: "lazy-shell" */ './registration');
    const worker = registerWorker(() => {
      found = true;
      listeners.forEach(listener => listener());
    });
    apply = worker.apply;
    await worker.isServed;
  };

  return {
    codeAtHand,
    start() {
      const { serviceWorker } = navigator as Partial<Navigator>; // missing on plain http
      // Without a service worker the app needs the network to open.
      const isStored = serviceWorker && hasView.then(register).catch(() => undefined);
      // A browser that says offline may be wrong, which only the live connection finds.
      const isFirst = serviceWorker?.controller === null && navigator.onLine;
      void Promise.race([isFirst ? isStored : hasView, firstAct()]).then(haveCode);
    },
    follow(listener) {
      listeners.add(listener);
      if (found) listener();
      return () => listeners.delete(listener);
    },
    apply: () => apply(),
  };
}
