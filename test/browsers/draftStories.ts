import type { Screen, Target } from './screen';
import { become, button, link, rewrite, see, seeDialog, signIn, type Story, type World } from './story';

const description = { label: 'Description' };

/** A form that keeps a draft: how to open it, and which field is typed into. */
type Form = {
  name: string;
  open(world: World): Promise<void>;
  field: Target;
  /** The field that shows the words after the reload, if it is another one. */
  restored?: { field: Target; words: string };
};

const openPath = (path: string) => async (world: World) => {
  await signIn(world);
  await world.screen.open(path);
};

const openWall = async (world: World) => {
  await world.device.addNote({ noteTitle: 'Boat', noteDescription: 'Old' });
  await openPath('/tasks/sticky-wall')(world);
  await see(world.screen, button(/^Boat/));
};

const forms: Form[] = [
  {
    name: 'the quick-add line',
    open: signIn,
    field: { label: 'Quick add' },
  },
  {
    name: 'the form of a new task',
    open: openPath('/tasks/new'),
    field: { placeholder: 'Title of your task' },
  },
  {
    name: 'the line of a new part',
    open: openPath('/tasks/new'),
    field: { label: 'Add a part' },
    restored: { field: description, words: '- [ ] Half a thought' },
  },
  {
    name: 'the form of a task',
    async open(world) {
      await world.device.addTask({ taskName: 'Bread', taskDescription: 'Old' });
      await signIn(world);
      await world.screen.click(link(/Bread/));
      await become(() => world.screen.value(description), 'Old');
    },
    field: description,
  },
  {
    name: 'the form of a new note',
    async open(world) {
      await openWall(world);
      await world.screen.click(button('Add note'));
      await seeDialog(world.screen);
    },
    field: description,
  },
  {
    name: 'the dialog of a note',
    async open(world) {
      await openWall(world);
      await world.screen.click(button(/^Boat/));
      await seeDialog(world.screen);
      await become(() => world.screen.value(description), 'Old');
    },
    field: description,
  },
  {
    name: 'the form that shared words were taken into',
    async open(world) {
      await openPath('/share?title=Boat&text=Words')(world);
      await world.screen.click(button('A note'));
      await seeDialog(world.screen);
      await become(() => world.screen.value(description), 'Words');
    },
    field: description,
  },
];

/** Types the last letter into the field that has the focus, and reloads the page before it does anything else. */
async function typeAndReload(screen: Screen, letter: string) {
  await screen.run(`
    window.isBefore = true;
    setTimeout(() => {
      document.execCommand('insertText', false, ${JSON.stringify(letter)});
      location.reload();
    });`);
  await become(() => screen.run('return window.isBefore === true'), false);
}

const ofForms: Story[] = forms.map(({ name, open, field, restored }) => ({
  title: `The last key before a reload is there after it: ${name}`,
  async tell(world) {
    const { screen } = world;
    await open(world);
    await rewrite(screen, field, 'Half a though');
    await typeAndReload(screen, 't');
    const { field: place, words } = restored ?? { field, words: 'Half a thought' };
    await become(() => screen.value(place), words);
  },
}));

const typedAhead: Story = {
  title: 'Letters that are typed before the form of a new task is there are in it after a reload',
  async tell(world) {
    const { screen } = world;
    await signIn(world);
    // Wait until the code of the keys is loaded.
    await become(() => screen.run("return document.querySelector('#row-selected') !== null"), true);
    const typeAhead = (letters: string) => `
      window.isBefore = true;
      setTimeout(() => {
        window.setTimeout = () => 0; // the page ends in the pause before the form opens
        [...document.querySelectorAll('button')].find(one => one.textContent === 'Add New Task').click();
        for (const key of ${JSON.stringify(letters)})
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        location.reload();
      });`;
    for (const letters of ['Half a ', 'thought']) {
      await screen.run(typeAhead(letters));
      await become(() => screen.run('return window.isBefore === true'), false);
      await become(() => screen.run("return document.querySelector('#row-selected') !== null"), true);
    }
    await screen.click(button('Add New Task'));
    const title = { placeholder: 'Title of your task' };
    await become(() => screen.value(title), 'Half a thought');
    await screen.reload();
    await become(() => screen.value(title), 'Half a thought');
  },
};

export const draftStories: Story[] = [...ofForms, typedAhead];
