import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Half a megabyte, where the package's other file is twice as long: each document compiles it. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** The rules whose answer depends on colours; all others say the same in light and in dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
export const BOTH = ['light', 'dark'] as const;
type Scheme = (typeof BOTH)[number];

const schemeOf = (page: Page): Promise<Scheme> =>
  page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));

/** Faults that axe finds on this screen, as text: by every rule in the first scheme, by those about colours in others. */
export async function axeFaults(page: Page, schemes: readonly Scheme[] = BOTH): Promise<string[]> {
  const own = await schemeOf(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found: string[] = [];
  for (const [at, colorScheme] of schemes.entries()) {
    if (schemes.length > 1) await page.emulateMedia({ colorScheme });
    const faults = await page.evaluate(
      async rules => {
        // No description of what passed: it takes a quarter of the time.
        const { violations } = await window.axe.run({
          resultTypes: ['violations'],
          ...(rules && { runOnly: rules }),
        });
        return violations.map(
          ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(node => node.target).join('; ')})`,
        );
      },
      at > 0 ? COLOUR_RULES : null,
    );
    found.push(...faults.map(fault => `${colorScheme}: ${fault}`));
  }
  if (schemes.length > 1) await page.emulateMedia({ colorScheme: own });
  return found;
}

/** Expects that axe finds nothing on this screen: in these schemes, else in the one that the page has. */
export async function expectAccessible(page: Page, schemes?: readonly Scheme[]) {
  expect(await axeFaults(page, schemes ?? [await schemeOf(page)]), 'What axe finds').toEqual([]);
}
