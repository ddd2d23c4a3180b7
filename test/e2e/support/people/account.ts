import type { Page } from '@playwright/test';

/** The value of `userData` on this device. */
export const readUserData = (page: Page) =>
  page.evaluate(
    () =>
      JSON.parse(localStorage.getItem('userData') ?? 'null') as {
        email: string;
        id: string;
        expiryDate: string;
        token: string;
      } | null,
  );

/** Opens a section of the account page by its title, with helpers for its form. */
export async function openPart(page: Page, title: string) {
  if (new URL(page.url()).pathname !== '/account') await page.goto('/account');
  const part = page.locator('details', { has: page.getByRole('heading', { name: title }) });
  await part.locator('summary').click();
  return {
    fill: async (fields: Record<string, string>) => {
      for (const [label, value] of Object.entries(fields))
        await part.getByLabel(label, { exact: true }).fill(value);
    },
    submit: () => part.getByRole('button', { name: title }).click(),
    refusal: part.getByRole('alert'),
    answer: part.getByRole('status'),
  };
}

/** Signs in by the open form, without waiting for the next page. */
export async function fillLogin(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}
