// Takes the pictures of README, docs/today.png and docs/wall.png, from the real app with a real server.
import { chromium } from '@playwright/test';
import { findChromium } from '../../test/support/chromium.mjs';
import { buildIfChanged } from '../lib/build.mjs';
import { load } from '../lib/typescript.mjs';

const { openOrigin } = load('test/e2e/support/network/origin.ts');
const { createUser, openDevice, signInByForm, storedDay } = load('test/e2e/support/people/people.ts');

/** Days from today (null: no date), list, name, description. The first task is due today. */
const TASKS = [
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
const NOTES = [
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

await buildIfChanged();
const origin = await openOrigin();
const browser = await chromium.launch(await findChromium());

const user = await createUser(origin.server.url, 'ada@example.com');
const device = openDevice(origin.server.url, user);
const keys = await Promise.all(
  TASKS.map(([day, taskList, taskName, taskDescription]) =>
    device.addTask({ taskName, taskDescription, taskList, taskDueDate: day === null ? '' : storedDay(day) }),
  ),
);
const { taskId } = await device.get(`tasks/${keys[0]}`);
for (const [noteTitle, noteDescription, look] of NOTES)
  await device.put(`ext/looks/${await device.addNote({ noteTitle, noteDescription })}`, look);

const docs = new URL('../../docs/', import.meta.url).pathname;
const viewport = { width: 1280, height: 800 };
const page = await browser.newPage({
  baseURL: origin.url,
  viewport,
  reducedMotion: 'reduce',
  locale: 'en-GB',
});
await signInByForm(page, user);

await page.goto(`/tasks/today/${taskId}/edit`);
await page.getByPlaceholder('Title of your task').waitFor();
await page.screenshot({ path: `${docs}today.png` });

await page.emulateMedia({ colorScheme: 'dark' });
await page.goto('/tasks/sticky-wall');
await page.getByRole('button', { name: NOTES[0][0] }).waitFor();
await page.screenshot({ path: `${docs}wall.png` });

await browser.close();
await origin.close();
console.log('Wrote docs/today.png and docs/wall.png.');
