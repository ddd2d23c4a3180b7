import type { BrowserContext, Page, Worker } from '@playwright/test';

/** A notification as it is shown. */
export type Shown = {
  title: string;
  body: string;
  tag: string;
  actions: { action: string }[];
  count: number;
};

/**
 * Replaces the notifications of a page or a service worker: a headless shell has none. They lie in Cache Storage, so that
 * pages and worker see the same. `count` says how often one was shown. Runs in the browser.
 */
function replaceNotifications() {
  // The find worker of a page has none.
  if (!('ServiceWorkerRegistration' in self)) return;
  const store = () => caches.open('shown-notifications');
  const at = (tag: string) => `/shown/${encodeURIComponent(tag)}`;
  const read = async () => {
    const cache = await store();
    const answers = await Promise.all((await cache.keys()).map(request => cache.match(request)));
    return Promise.all(answers.map(async answer => (await answer!.json()) as Shown));
  };
  const registration = ServiceWorkerRegistration.prototype as unknown as Record<string, unknown>;
  registration.showNotification = async (title: string, options: Shown) => {
    const before = (await read()).find(({ tag }) => tag === options.tag);
    const shown = JSON.stringify({ ...options, title, count: (before?.count ?? 0) + 1 });
    await (await store()).put(at(options.tag), new Response(shown));
  };
  registration.getNotifications = async ({ tag }: { tag?: string } = {}) =>
    (await read())
      .filter(shown => tag === undefined || shown.tag === tag)
      .map(shown => ({ ...shown, close: async () => (await store()).delete(at(shown.tag)) }));
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = async () => 'granted';
}

/** Gives the pages of a browser, and its service worker once it runs, notifications of the test's own. */
export async function giveNotifications(context: BrowserContext) {
  await context.grantPermissions(['notifications']);
  await context.addInitScript(replaceNotifications);
  return {
    /** The service worker of a page once it is installed, with notifications. */
    async worker(page: Page): Promise<Worker> {
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      const worker = context.serviceWorkers()[0]!;
      await worker.evaluate(replaceNotifications);
      return worker;
    },
    shown: (page: Page): Promise<Shown[]> =>
      page.evaluate(async () => {
        const worker = await navigator.serviceWorker.ready;
        return JSON.parse(JSON.stringify(await worker.getNotifications())) as Shown[];
      }),
  };
}

/**
 * Gives the pages of a browser push by a service of the test's own: a headless shell has none. The tab remembers the
 * server's key while it is subscribed.
 */
export async function givePush(
  context: BrowserContext,
  subscription: { endpoint: string; p256dh: string; auth: string },
) {
  await context.addInitScript(({ endpoint, ...keys }) => {
    const KEY = 'push-subscription';
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), of => of.charCodeAt(0)).buffer;
    const subscribed = (applicationServerKey: string) => ({
      endpoint,
      options: { applicationServerKey: bytes(applicationServerKey) },
      getKey: (name: 'p256dh' | 'auth') => bytes(keys[name]),
      unsubscribe: async () => sessionStorage.removeItem(KEY),
    });
    Object.assign(PushManager.prototype, {
      async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
        sessionStorage.setItem(KEY, applicationServerKey);
        return subscribed(applicationServerKey);
      },
      async getSubscription() {
        const key = sessionStorage.getItem(KEY);
        return key && subscribed(key);
      },
    });
  }, subscription);
}

/** Whether a tab is subscribed. */
export const isSubscribed = (page: Page) =>
  page.evaluate(
    async () => (await (await navigator.serviceWorker.ready).pushManager.getSubscription()) !== null,
  );

/** Clicks on the notification that is shown, on one of its buttons (`action`), or beside them (''). */
export const clickOn = (worker: Worker, action: string) =>
  worker.evaluate(async how => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    const [notification] = await registration.getNotifications();
    const event = new Event('notificationclick');
    let work: Promise<unknown> = Promise.resolve();
    const waitUntil = (lasting: Promise<unknown>) => (work = lasting);
    self.dispatchEvent(Object.assign(event, { action: how, notification, waitUntil }));
    await work.catch(() => undefined); // a window may be focused by a real click alone
  }, action);

/** Hands a push message to the service worker of a page, as the browser does. */
export async function deliverPush(page: Page, message: object) {
  const client = await page.context().newCDPSession(page);
  const registered = new Promise<string>(resolve =>
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    }),
  );
  await client.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  await client.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify(message),
  });
  await client.detach();
}
