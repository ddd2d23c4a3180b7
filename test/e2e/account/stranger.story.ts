import { expect, test } from '../fixtures';

declare global {
  interface Window {
    shifts: number;
  }
}

test('A stranger on a small phone sees what this is above a steady login', async ({ page, axe }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.addInitScript(() => {
    window.shifts = 0;
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) window.shifts += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  await expect(page).toHaveURL('/auth/login');
  await expect(page.locator('figure svg')).toHaveCount(2);
  await expect(page.getByText('Works offline')).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel('Email')).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => window.shifts)).toBe(0);
  await axe();
  await page.getByLabel('Email').click();
  await page.getByRole('link', { name: 'Sign Up' }).click(); // the message below the field does not take the click
  await expect(page).toHaveURL('/auth/register');
});

test('The register form says its rule before it refuses @long', async ({ page, axe }) => {
  await page.goto('/auth/register');
  await expect(page.getByText('At least 6 characters.')).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('At least 6 characters.');
  await axe();
});
