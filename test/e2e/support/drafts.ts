import { expect, type Page } from '@playwright/test';

/** The drafts that are on the device's disk, as JSON. A database that is not there yet is not made by the look. */
const draftsOnDisk = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'daywall')) return '[]';
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('daywall');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error!);
    });
    const drafts = await new Promise<unknown[]>((resolve, reject) => {
      const reading = database.transaction('drafts').objectStore('drafts').getAll();
      reading.onsuccess = () => resolve(reading.result as unknown[]);
      reading.onerror = () => reject(reading.error!);
    });
    database.close();
    return JSON.stringify(drafts);
  });

/** Waits until a draft with these words is on the disk. */
export const expectDraft = (page: Page, words: string) =>
  expect.poll(() => draftsOnDisk(page), 'the drafts on the disk').toContain(words);
