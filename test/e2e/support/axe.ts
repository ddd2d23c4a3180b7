import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The rules whose answer depends on colours; all others say the same in light and in dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Expects that axe finds nothing on this screen: every rule in light, the rules about colours in dark as well. */
export async function expectAccessible(page: Page) {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (colorScheme === 'dark' ? axe.withRules(COLOUR_RULES) : axe).analyze();
    const found = violations.map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(node => node.target).join('; ')})`,
    );
    expect(found, `What axe finds in ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
}
