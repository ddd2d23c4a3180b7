// Takes the pictures of README, docs/today.png and docs/wall.png, from the real app with a real server.
import { NOTES, openStage, TASKS } from './stage.mjs';

const docs = new URL('../../docs/', import.meta.url).pathname;
const stage = await openStage();

const size = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };
const ada = { email: 'ada@example.com', tasks: TASKS, notes: NOTES };
const { page, taskId } = await stage.newPerson({ ...ada, ...size });

await page.goto(`/tasks/today/${taskId}/edit`);
await page.getByPlaceholder('Title of your task').waitFor();
await page.screenshot({ path: `${docs}today.png` });

await page.emulateMedia({ colorScheme: 'dark' });
await page.goto('/tasks/sticky-wall');
await page.getByRole('button', { name: NOTES[0][0] }).waitFor();
await page.screenshot({ path: `${docs}wall.png` });

await stage.close();
console.log('Wrote docs/today.png and docs/wall.png.');
