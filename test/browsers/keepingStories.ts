import assert from 'node:assert/strict';
import { keyOf, taskBody } from '../../bench/seed';
import { actAndReload, pressed, rowsReady } from './leaving';
import type { Screen } from './screen';
import { become, button, dayAhead, heading, link, names, see, signIn, type Story, type World } from './story';

const line = { label: 'Quick add' };
const tick = (name: string) => ({ role: 'checkbox', name: `Done: ${name}` });

const doneCount = async ({ device }: World) =>
  Object.keys((await device.get<object | null>('ext/done')) ?? {}).length;

/** Selects all rows: the first row, then the range to the last, scrolling so that its rows are rendered. */
async function selectAll(screen: Screen, count: number) {
  await rowsReady(screen);
  const click = (at: string, keys: string) => `
    const rows = [...document.querySelectorAll('main [data-item] a, main a[data-item]')];
    rows.at(${at})?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ${keys} }));
    return rows.length > 0;`;
  await become(() => screen.run(click('0', 'ctrlKey: true, metaKey: true')), true);
  await become(async () => {
    await screen.run(
      "for (const one of document.querySelectorAll('html, main, main *')) one.scrollTop = one.scrollHeight;",
    );
    await screen.run(click('-1', 'shiftKey: true'));
    return screen.run(`return document.body.innerText.includes('${count} selected')`);
  }, true);
}

/** Lists everything that the browser stores for the site: place and content. */
const allKept = `
  const answer = request => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  const kept = [...Object.entries(localStorage), ...Object.entries(sessionStorage), ['cookie', document.cookie]];
  for (const { name } of await indexedDB.databases()) {
    const database = await answer(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store);
      kept.push([name + '/' + store, JSON.stringify([await answer(rows.getAllKeys()), await answer(rows.getAll())])]);
    }
    database.close();
  }
  return kept;`;

const reloads: Story = {
  title: 'A new task and a tick are there once, however soon the page is reloaded after them',
  async tell(world) {
    const { screen, device } = world;
    const moments = [0, 50, 400];
    for (const moment of moments) await device.addTask({ taskName: `Old ${moment}` });
    await signIn(world);
    for (const moment of moments) {
      await see(screen, tick(`Old ${moment}`));
      await see(screen, { selector: '[data-quick-add]' });
      await screen.type(line, `New ${moment}`);
      await actAndReload(screen, pressed('Enter'), moment);
      await see(screen, link(new RegExp(`^New ${moment}`)));
      const box = `document.querySelector('[aria-label="Done: Old ${moment}"]')`;
      await become(() => screen.run(`return ${box} !== null`), true);
      await actAndReload(screen, `${box}.click()`, moment);
      await see(screen, link(new RegExp(`^New ${moment}`)));
    }
    await become(() => doneCount(world), moments.length);
    const all = moments.flatMap(moment => [`New ${moment}`, `Old ${moment}`]);
    await become(() => names(world), all.sort());
  },
};

const oneStep: Story = {
  title:
    'Of 60 tasks that are ticked as one step all are done, and after Undo none, although the page is reloaded at once',
  async tell(world) {
    const { screen, device } = world;
    const COUNT = 60;
    const tasks = Array.from({ length: COUNT }, (_, n) => [keyOf(n), taskBody(n, dayAhead(0))] as const);
    await device.patch('tasks', Object.fromEntries(tasks));
    await signIn(world);
    await see(screen, link(/./));
    await selectAll(screen, COUNT);
    await actAndReload(screen, pressed('x'));
    await see(screen, heading('Today'));
    await become(() => doneCount(world), COUNT);
    // Undo, then reload as soon as one row is back.
    await rowsReady(screen);
    await screen.run(`
      window.isBefore = true;
      ${pressed('z', 'ctrlKey: true')};
      const leave = () => {
        if (document.querySelector('main a[href$="/edit"]')) location.reload();
        else setTimeout(leave);
      };
      setTimeout(leave);`);
    await become(() => screen.run('return window.isBefore === true'), false);
    await become(() => doneCount(world), 0);
  },
};

const nothingStays: Story = {
  title: 'After Sign out the browser keeps nothing of a person, and the next one reads no shared words',
  async tell(world) {
    const { screen, user, device } = world;
    const secret = 'Xanadu';
    await device.addTask({ taskName: `${secret} one` });
    await signIn(world);
    await screen.click(tick(`${secret} one`));
    await become(() => doneCount(world), 1);
    await screen.open(`/share?title=${secret}&text=Words`);
    await see(screen, button('A note'));
    await screen.open('/tasks/today');
    await see(screen, heading('Today'));
    /** The storage places that hold data of the user. */
    const places = async () => {
      const kept = await screen.run<[string, string][]>(allKept);
      const marks = [user.uid, user.email, secret];
      return kept.filter(entry => marks.some(mark => entry.join().includes(mark))).map(([place]) => place);
    };
    // Unsent changes would survive the sign-out, and the reloaded page may not yet know that its tick was sent.
    await become(async () => (await places()).includes('daywall/operations'), false);
    assert((await places()).includes('daywall:shared'));
    await screen.click(button('Sign out'));
    await see(screen, button('Login'));
    await become(places, []);
    await signIn(world);
    assert.equal(await screen.run('return location.pathname'), '/tasks/today');
  },
};

const forEver: Story = {
  title: 'What another device deleted for ever stays so: Undo says that it is gone',
  async tell(world) {
    const { screen, device } = world;
    const key = await device.addTask({ taskName: 'Bread' });
    await signIn(world);
    await screen.click(link(/^Bread/));
    await screen.click(button('Delete Task'));
    await see(screen, button('Undo'));
    const copy = `ext/trash/tasks/${key}`;
    await become(async () => (await device.get(copy)) !== null, true);
    const deletedAt = await device.get(`${copy}/deletedAt`);
    await device.patch('', { [copy]: null, [`ext/taken/tasks/${key}`]: { deletedAt } });
    await screen.click(button('Undo'));
    await see(screen, { text: /gone: deleted forever on another device/ });
    assert.deepEqual([await device.tasks(), await device.get(copy)], [null, null]);
  },
};

/** Stories that changes survive in every browser, and that no user's data remain for the next. */
export const keepingStories: Story[] = [reloads, oneStep, nothingStays, forEver];
