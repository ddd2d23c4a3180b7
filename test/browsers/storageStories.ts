import { breakStorage, type StorageFault } from '../support/devices/storageSwitch';
import type { Screen } from './screen';
import { become, button, fillIn, link, names, see, signIn, type Story } from './story';

const line = { label: 'Quick add' };
const row = (name: string) => link(new RegExp(`^${name}`));
const lineKept = { selector: '[data-quick-add]' };

/** Breaks the page's storage. `__name`, which the compiler adds to functions, is missing in the page. */
const breakIn = (screen: Screen, fault: StorageFault) =>
  screen.run(`const __name = work => work; (${breakStorage.toString()})(${JSON.stringify(fault)});`);

async function addByLine(screen: Screen, name: string) {
  await screen.type(line, name);
  await screen.press('Enter');
  await see(screen, row(name));
}

const broken = (what: string, fault: StorageFault, words: RegExp): Story => ({
  title: `Storage that ${what} while the page is open: what is changed is sent, and the page says what is not kept`,
  async tell(world) {
    const { screen, device } = world;
    await device.addTask({ taskName: 'Before' });
    await signIn(world);
    await see(screen, row('Before'));
    await see(screen, lineKept);
    await breakIn(screen, fault);
    await addByLine(screen, 'Afterwards');
    await become(() => names(world), ['Afterwards', 'Before']);
    await see(screen, { text: words });
    await screen.click(button('Sign out'));
    await see(screen, button('Login'));
  },
});

/** Breaks storage on a page that loads nothing itself, because not every engine runs scripts before a page's own. */
const brokenBefore = (what: string, fault: StorageFault, words: RegExp | null): Story => ({
  title: `Storage that ${what} from before the sign-in on: what the server has is shown, what is changed is sent`,
  async tell(world) {
    const { screen, device, user } = world;
    await device.addTask({ taskName: 'Before' });
    await screen.open('/auth/login');
    await see(screen, button('Login'));
    await breakIn(screen, fault);
    await fillIn(screen, user);
    await screen.click(button('Login'));
    await see(screen, row('Before'));
    await addByLine(screen, 'Afterwards');
    await become(() => names(world), ['Afterwards', 'Before']);
    if (words) await see(screen, { text: words });
    await screen.click(button('Sign out'));
    await see(screen, button('Login'));
  },
});

const NOTHING = /kept in this tab only/;

const deletedBeside: Story = {
  title: 'A tab whose database another tab deletes keeps changes and words, and sends them',
  async tell(world) {
    const { screen, network } = world;
    await signIn(world);
    await see(screen, lineKept);
    await become(() => screen.run('return navigator.serviceWorker?.controller != null'), true);
    const other = await screen.openTab();
    await other.open('/healthz');
    await screen.show();
    network.cut();
    await addByLine(screen, 'Unsent');
    await screen.type(line, 'Half a thought');
    await other.run(`await new Promise((done, failed) => {
      const request = indexedDB.deleteDatabase('daywall');
      request.onsuccess = done;
      request.onerror = failed;
    });`);
    await become(
      () => other.run("return Object.keys(localStorage).some(key => key.startsWith('daywall-op/'))"),
      true,
    );
    await screen.show();
    await screen.reload();
    await see(screen, row('Unsent'));
    await screen.click(line); // the line's code comes with the tasks, of which no copy is left, or with the focus
    await become(
      () => screen.run("return document.querySelector('[data-quick-add]').value"),
      'Half a thought',
    );
    network.mend();
    await become(() => names(world), ['Unsent']);
  },
};

/** Stories about storage that never answers, is full, or is deleted. */
export const storageStories: Story[] = [
  broken('is full', { database: '*', at: 'write', how: 'full' }, NOTHING),
  broken('never answers', { database: '*', at: 'write', how: 'never' }, NOTHING),
  brokenBefore('never answers a read', { database: '*', at: 'read', how: 'never' }, NOTHING),
  brokenBefore('never answers a deletion', { database: '*', at: 'delete', how: 'never' }, null),
  deletedBeside,
];
