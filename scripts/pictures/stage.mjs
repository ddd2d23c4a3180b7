// Test data for pictures: a real server, a browser, and users with plausible tasks and notes.
import { chromium } from '@playwright/test';
import { findChromium } from '../../test/support/chromium.mjs';
import { load } from '../lib/typescript.mjs';
import { buildIfChanged } from '../lib/build.mjs';

const { openOrigin } = load('test/e2e/support/network/origin.ts');
const { createUser, openDevice, signInByForm, storedDay } = load('test/e2e/support/people/people.ts');

/** `newPerson` resolves with a signed-in page and the id of its first task, `newPage` with a signed-out page. */
export async function openStage() {
  await buildIfChanged();
  const origin = await openOrigin();
  const browser = await chromium.launch(await findChromium());
  const newPage = options =>
    browser.newPage({ baseURL: origin.url, reducedMotion: 'reduce', locale: 'en-GB', ...options });
  return {
    newPage,
    async newPerson({ email, tasks = [], notes = [], ...options }) {
      const user = await createUser(origin.server.url, email);
      const device = openDevice(origin.server.url, user);
      const ids = await Promise.all(tasks.map(task => addTask(device, task)));
      for (const [noteTitle, noteDescription, look] of notes) {
        const key = await device.addNote({ noteTitle, noteDescription });
        if (look) await device.put(`ext/looks/${key}`, look);
      }
      const page = await newPage(options);
      await signInByForm(page, user);
      return { page, taskId: ids[0] };
    },
    async close() {
      await browser.close();
      await origin.close();
    },
  };
}

async function addTask(device, [day, taskList, taskName, taskDescription]) {
  const task = { taskName, taskDescription, taskList, taskDueDate: day === null ? '' : storedDay(day) };
  const { taskId } = await device.get(`tasks/${await device.addTask(task)}`);
  return taskId;
}

/** Days from today (null: no date), list, name, description. The first task is due today. */
export const TASKS = [
  [0, 'work', 'Send Mara the draft of chapter four', 'With the two figures, and ask her about the title.'],
  [0, 'personal', 'Water the plants on the balcony', 'The basil twice.'],
  [0, 'personal', 'Call Grandma', 'She has her new hearing aid since Monday.'],
  [0, 'work', 'Book the room for Thursday', 'Eight chairs and the projector.'],
  [1, 'personal', 'Bring the bicycle to the repair shop', 'The back brake, and a new bell.'],
  [2, 'work', 'Slides for the spring meeting', 'Twelve of them, no more.'],
  [5, 'personal', 'Birthday present for Jonas', 'He liked the atlas in the museum shop.'],
  [12, 'work', 'Renew the domain', 'Two years this time.'],
  [40, 'personal', 'Plan the walk along the coast', 'Trains, tide tables, two nights.'],
  [-1, 'work', 'Answer the reviewers', 'Point by point; the third is right.'],
  [-3, 'personal', 'Return the library books', 'Three, and the film.'],
  [-20, 'work', 'Tidy the shared folder', 'Old drafts into the archive.'],
  [
    null,
    'personal',
    'Pack for the cabin',
    'Key at Jonas’s.\n\n- [x] Sleeping bags\n- [x] The big lamp\n- [ ] Something to read that is longer than the evenings, and a second one for whoever forgets theirs\n- [ ] Coffee\n- [ ] Matches',
  ],
  [null, 'personal', 'Learn to splice a rope', ''],
  [null, 'work', 'Ask about a sabbatical', 'Half a year would do.'],
];

/** Title, text, look. The last note is first on the wall. */
export const NOTES = [
  [
    'Bread that works',
    '500 g flour, 375 g water, 10 g salt, a spoon of starter. Fold four times, sleep on it.',
    { colour: 'sand' },
  ],
  ['Names for the boat', 'Anneke, Tern, Second Wind', { colour: 'sky' }],
  [
    'Wi-Fi in the cabin',
    'The box is behind the coats. Turn it off and on again, twice.',
    { colour: 'chalk' },
  ],
  ['Said by Ida, aged four', 'The moon is following us because it likes the car.', { colour: 'rose' }],
  [
    'Chapter five',
    'Start with the letter, not with the storm. The storm comes through the letter.',
    { colour: 'lilac' },
  ],
  [
    'Garden',
    'Beans along the fence, tomatoes where the beans were, nothing under the walnut.',
    { colour: 'mint' },
  ],
  [
    'Books people told me about',
    '- [x] The Summer Book\n- [ ] A Month in the Country\n- [ ] Stoner\n- [x] The Wall',
    { colour: 'peach' },
  ],
  [
    'Cabin, last weekend in November',
    '- [x] Firewood\n- [ ] Skis for Ida\n- [ ] The good coffee\n\nhttps://example.org/tide-tables',
    { colour: 'lemon', pinned: true },
  ],
];
