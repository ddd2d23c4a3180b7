import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Screen } from './screen';
import { become, button, heading, link, see, seeNone, seePath, signIn, type Story } from './story';

const isControlled =
  'return navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)';

/** Whether the device's copy of the tasks is written, which happens after they are shown. */
const isCopied = (taskName: string) => `
  const answer = request => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  const database = await answer(indexedDB.open('daywall'));
  const rows = name => answer(database.transaction(name).objectStore(name).getAll());
  const copies = JSON.stringify([await rows('pieces'), await rows('changes')]);
  database.close();
  return copies.includes(${JSON.stringify(taskName)});`;

/** Catches a download and resolves with its text. */
const catchDownload = `
  window.downloaded = new Promise(resolve => {
    const { createObjectURL } = URL;
    URL.createObjectURL = blob => {
      void blob.text().then(resolve);
      return createObjectURL.call(URL, blob);
    };
  });`;

async function importFile(screen: Screen, text: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'daywall-file-'));
  try {
    const file = path.join(folder, 'daywall.json');
    await writeFile(file, text);
    await screen.attach({ selector: 'input[type=file]' }, file);
    await screen.click(button(/^Add \d/));
    await see(screen, { text: /were added\./ });
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const deviceStories: Story[] = [
  {
    title: 'The app starts without network, keeps what is changed, and sends it once',
    async tell(world) {
      const { screen, device, network } = world;
      await device.addTask({ taskName: 'Kept here' });
      await signIn(world);
      await see(screen, link(/Kept here/));
      await become(() => screen.run(isControlled), true);
      await become(() => screen.run(isCopied('Kept here')), true);
      network.cut();
      try {
        await screen.open('/tasks/today');
        await see(screen, link(/Kept here/));
        await screen.type({ label: 'Quick add' }, 'Made offline');
        await screen.press('Enter');
        // Before the row says "Waiting" the task is not on the device: a reload would restore it as a draft.
        const isWaiting = "return /Made offline[^]*Waiting/.test(document.querySelector('main').innerText)";
        await become(() => screen.run(isWaiting), true);
        await screen.reload();
        await see(screen, link(/Made offline/));
      } finally {
        network.mend();
      }
      await screen.reload();
      const names = async () => Object.values((await device.tasks()) ?? {}).map(task => task.taskName);
      await become(async () => (await names()).sort(), ['Kept here', 'Made offline']);
    },
  },
  {
    title: 'All data leaves as a file, and comes back from it into another account',
    async tell(world) {
      const { screen, device } = world;
      await device.addTask({ taskName: 'é “odd” 👩‍👩‍👧', taskDescription: 'two\nlines' });
      await device.addNote({ noteTitle: 'Bread', noteDescription: '500 g' });
      await signIn(world);
      await screen.open('/account/data');
      await see(screen, heading('Your data'));
      await screen.run(catchDownload);
      await screen.click(button('Download JSON'));
      const text = await screen.run<string>('return window.downloaded');
      const [tasks, notes] = [await device.tasks(), await device.notes()];
      for (const key of Object.keys(tasks!)) await device.remove(`tasks/${key}`);
      for (const key of Object.keys(notes!)) await device.remove(`notes/${key}`);
      await screen.reload();
      await importFile(screen, text);
      const words = async (records: object | null) =>
        Object.values(records ?? {}).map(({ taskId: _id, ...rest }: Record<string, unknown>) => rest);
      await become(async () => words(await device.tasks()), await words(tasks));
      await become(async () => words(await device.notes()), await words(notes));
    },
  },
  {
    title:
      'A page that is left in the middle of writing blocks no later page, and writes the rest when it is back',
    async tell(world) {
      const { screen, device } = world;
      const ticks = async () => Object.keys((await device.get<object | null>('ext/done')) ?? {}).length;
      await device.addTask({ taskName: 'Ticked at once' });
      await signIn(world);
      await see(screen, { role: 'checkbox', name: /Ticked at once/ });
      await screen.run(`
        window.isTheSame = true;
        document.querySelector('main [role=checkbox], main input[type=checkbox]').click();
        location.href = '/healthz';`);
      await seePath(screen, '/healthz');
      await screen.open('/tasks/today');
      await screen.type({ label: 'Quick add' }, 'Afterwards');
      await screen.press('Enter');
      const names = async () => Object.values((await device.tasks()) ?? {}).map(task => task.taskName);
      await become(async () => (await names()).sort(), ['Afterwards', 'Ticked at once']);
      await seeNone(screen, { text: /kept in this tab only/ });
      await screen.back();
      await seePath(screen, '/healthz');
      await screen.back();
      await see(screen, heading('Today'));
      // A page restored from the back/forward cache goes on as if it had never left.
      if (await screen.run('return window.isTheSame === true')) await become(ticks, 1);
    },
  },
];
