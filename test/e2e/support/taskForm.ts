import type { Page } from '@playwright/test';

/** Values of a task's form; `day` as `YYYY-MM-DD`. */
export type Words = { title: string; description: string; list: 'personal' | 'work'; day: string };

export async function fillTask(page: Page, { title, description, list, day }: Partial<Words>) {
  if (title !== undefined) await page.getByPlaceholder('Title of your task').fill(title);
  if (description !== undefined) await page.getByPlaceholder('Description').fill(description);
  if (list !== undefined) await page.getByLabel('List').selectOption(list);
  if (day !== undefined) await page.getByLabel('Due Date').fill(day);
}

/** Reads the form's values. */
export async function readTask(page: Page): Promise<Words> {
  return {
    title: await page.getByPlaceholder('Title of your task').inputValue(),
    description: await page.getByPlaceholder('Description').inputValue(),
    list: (await page.getByLabel('List').inputValue()) as Words['list'],
    day: await page.getByLabel('Due Date').inputValue(),
  };
}

/** The day in the page's own time zone, `days` from today. */
export const dayIn = (page: Page, days = 0) =>
  page.evaluate(ahead => {
    const day = new Date();
    day.setDate(day.getDate() + ahead);
    return day.toLocaleDateString('sv');
  }, days);

/** The first lines of the rows in their order. */
export const rowNames = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll(links => links.map(link => (link as HTMLElement).innerText.split('\n')[0]));
