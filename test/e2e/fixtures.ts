import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import type { TestServer } from '../support/server/server';
import { BOTH, expectAccessible } from './support/axe';
import { installDevTools } from './support/devtools';
import { isLong } from './support/long';
import { holdAnswer, loseAnswer, refuse } from './support/network/faults';
import type { Network } from './support/network/network';
import { openOrigin, type Origin } from './support/network/origin';
import {
  createUser,
  openDevice,
  openToday,
  signInByForm,
  type Device,
  type User,
} from './support/people/people';
import { recordSession } from './support/people/session';
import { watchTroubles, type Troubles } from './support/network/troubles';

/**
 * Waits at each navigation until the app has replaced the picture of the last screen, which takes no keys; not where
 * the navigation waits only for its 'commit'.
 */
function waitForApp(page: Page) {
  for (const name of ['goto', 'reload'] as const) {
    const navigate = page[name].bind(page) as (...given: unknown[]) => ReturnType<Page['reload']>;
    const navigateAndWait = async (...given: unknown[]) => {
      const answer = await navigate(...given);
      const { waitUntil } = (given.at(-1) ?? {}) as { waitUntil?: string };
      if (waitUntil !== 'commit') await page.locator('#root[inert]').waitFor({ state: 'detached' });
      return answer;
    };
    Object.assign(page, { [name]: navigateAndWait });
  }
}

interface Options {
  /**
   * A server for this test alone, which may be killed, restarted or moved in time; other tests share a server per
   * worker.
   */
  ownServer: boolean;
}

type On<Fault> = Fault extends (context: BrowserContext, ...rest: infer Rest) => infer Answer
  ? (...rest: Rest) => Answer
  : never;
type Faults = Record<'loseAnswer', On<typeof loseAnswer>> &
  Record<'holdAnswer', On<typeof holdAnswer>> &
  Record<'refuse', On<typeof refuse>>;

interface Fixtures {
  origin: Origin;
  server: TestServer;
  network: Network;
  /** Creates a new account. */
  newUser(): Promise<User>;
  /** Signs in by the form, and waits for Today and for the notes. */
  signInByForm(user: User, page?: Page): Promise<void>;
  /** Opens Today with a stored session, and waits for the tasks. On a test's own server it signs in by the form. */
  signIn(user: User, page?: Page): Promise<void>;
  /** The user's data, read and changed like another device: neither through the page nor through its network. */
  device(user: Pick<User, 'uid' | 'idToken'>): Device;
  /** Creates an account with the data that `make` adds as another device, and signs in. */
  somebody(make?: (data: Device) => Promise<unknown>): Promise<{ user: User; data: Device }>;
  /**
   * Stops servers that a test started, once its pages are closed: an open page reports errors when its server stops.
   */
  afterPages(end: () => Promise<unknown>): void;
  /** Unexpected errors, which fail the test at its end. */
  troubles: Troubles;
  /** Expects that axe finds nothing: in the page's own scheme, in the long run in light and in dark. */
  axe(page?: Page): Promise<void>;
  /** The DevTools of the page, opened before it. */
  devTools: Awaited<ReturnType<typeof installDevTools>>;
  /** Faults of requests, by method and path. */
  faults: Faults;
  /** Goes offline: connections are cut, and the browser reports it. */
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
  /** Moves the clocks of page and server together. Call `start` before the page is opened, with an instant or 'now'. */
  time: { start(at?: string | Date): Promise<void>; advance(milliseconds: number): Promise<void> };
}

interface WorkerFixtures {
  sharedOrigin: Origin;
  /** Stores a user's session on a device of `sharedOrigin`. */
  giveSession(page: Page, user: User): Promise<void>;
}

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  ownServer: [false, { option: true }],

  // Stories of the long run have the service worker, and sign in by the form.
  serviceWorkers: async ({}, use, { tags }) => use(isLong || tags.includes('@worker') ? 'allow' : 'block'),

  sharedOrigin: [
    async ({}, use) => {
      const origin = await openOrigin();
      await use(origin);
      await origin.close();
    },
    { scope: 'worker' },
  ],

  giveSession: [
    async ({ browser, sharedOrigin }, use) => {
      let recorded: ReturnType<typeof recordSession> | undefined;
      await use(async (page, user) => {
        recorded ??= recordSession(browser, sharedOrigin.url);
        await (
          await recorded
        )(page, user);
      });
    },
    { scope: 'worker' },
  ],

  origin: async ({ ownServer, sharedOrigin }, use) => {
    const origin = ownServer ? await openOrigin() : sharedOrigin;
    await use(origin);
    if (ownServer) await origin.close();
    else origin.network.mend();
  },
  baseURL: ({ origin }, use) => use(origin.url),
  server: ({ origin }, use) => use(origin.server),
  network: ({ origin }, use) => use(origin.network),

  newUser: ({ server }, use) => use(() => createUser(server.url)),
  device: ({ server }, use) => use(user => openDevice(server.url, user)),

  signInByForm: ({ page }, use) => use((user, on = page) => signInByForm(on, user)),
  signIn: ({ page, ownServer, giveSession }, use) =>
    use(async (user, on = page) => {
      if (ownServer || isLong) return signInByForm(on, user);
      await giveSession(on, user);
      await openToday(on);
    }),

  somebody: ({ newUser, device, signIn }, use) =>
    use(async make => {
      const user = await newUser();
      const data = device(user);
      await make?.(data);
      await signIn(user);
      return { user, data };
    }),

  afterPages: async ({}, use) => {
    const ends: (() => Promise<unknown>)[] = [];
    await use(end => void ends.push(end));
    for (const end of ends.reverse()) await end();
  },
  // Fixtures end in reverse order, so the pages close before the servers stop.
  context: async ({ afterPages, context }, use) => {
    context.on('page', waitForApp);
    void afterPages;
    await use(context);
  },

  troubles: [
    async ({ context }, use) => {
      const troubles = watchTroubles(context);
      await use(troubles);
      expect(troubles.found(), 'What went wrong in the page').toEqual([]);
    },
    { auto: true },
  ],

  axe: ({ page }, use) => use((on = page) => expectAccessible(on, isLong ? BOTH : undefined)),
  devTools: async ({ page }, use) => use(await installDevTools(page)),

  faults: ({ context }, use) =>
    use({
      loseAnswer: which => loseAnswer(context, which),
      holdAnswer: which => holdAnswer(context, which),
      refuse: (...how) => refuse(context, ...how),
    }),

  goOffline: ({ context, network, troubles }, use) =>
    use(async () => {
      // The last pattern is the browser’s error when it updates the service worker offline.
      troubles.expect(/net::ERR_|WebSocket connection|error occurred when fetching the script/);
      await context.setOffline(true);
      network.cut();
    }),
  goOnline: ({ context, network }, use) =>
    use(async () => {
      network.mend();
      await context.setOffline(false);
    }),

  time: ({ context, server }, use) =>
    use({
      async start(at = new Date()) {
        await context.clock.install({ time: at });
        await server.advance(new Date(at).getTime() - Date.now());
      },
      async advance(milliseconds) {
        await server.advance(milliseconds);
        await context.clock.fastForward(milliseconds);
      },
    }),
});

export { expect };
export type { BrowserContext, Page };
