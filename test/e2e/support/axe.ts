import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The rules whose answer depends on colours; all others say the same in light and in dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const SCHEMES = ['light', 'dark'] as const;

/** Faults that axe finds on this screen, as text: by every rule in light, by the rules about colours in dark as well. */
export async function axeFaults(
  page: Page,
  schemes: readonly ('light' | 'dark')[] = SCHEMES,
): Promise<string[]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const found: string[] = [];
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    // axe's code, half a megabyte, is injected once per document.
    const isThere = await page.evaluate(() => 'axe' in window);
    const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
      .setLegacyMode()
      .options({ resultTypes: ['violations'] }); // what passed is not described, which takes a quarter of the time
    const { violations } = await (colorScheme === 'dark' ? axe.withRules(COLOUR_RULES) : axe).analyze();
    for (const { id, help, nodes } of violations)
      found.push(`${colorScheme}: ${id}: ${help} (${nodes.map(node => node.target).join('; ')})`);
  }
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
  return found;
}

/** Expects that axe finds nothing on this screen, in light and in dark. */
export async function expectAccessible(page: Page) {
  expect(await axeFaults(page), 'What axe finds').toEqual([]);
}
