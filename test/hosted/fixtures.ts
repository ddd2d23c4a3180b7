import { expect, test as base } from '@playwright/test';
import { watchTroubles, type Troubles } from '../e2e/support/network/troubles';
import { openSite, type Site } from './site';

interface Fixtures {
  /** Unexpected errors of the page, which fail the test at its end. */
  troubles: Troubles;
}

/** Shares one site between all tests of a run, because its emulators take seconds to start. */
export const test = base.extend<Fixtures, { hostedSite: Site }>({
  hostedSite: [
    async ({}, use) => {
      const site = await openSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ hostedSite }, use) => use(hostedSite.url),
  troubles: async ({ context }, use) => {
    const troubles = watchTroubles(context);
    await use(troubles);
    expect(troubles.found()).toEqual([]);
  },
});

export { expect } from '@playwright/test';
