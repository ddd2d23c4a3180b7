import { expect, type Page } from '@playwright/test';

/** The drafts on the device's disk as JSON. Does not create a missing database. */
const draftsOnDisk = (page: Page, name: string): Promise<string> =>
  page.evaluate(async wanted => {
    const databases = await indexedDB.databases();
    if (!databases.some(database => database.name === wanted)) return '[]';
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(wanted);
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
  }, name);

/** Waits until a draft with these words is on the disk. */
export const expectDraft = (page: Page, words: string, name = 'daywall') =>
  expect.poll(() => draftsOnDisk(page, name), 'the drafts on the disk').toContain(words);
