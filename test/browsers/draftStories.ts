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
    name: 'the line of a new subtask',
    open: openPath('/tasks/new'),
    field: { label: 'Add a subtask' },
    restored: { field: { label: 'Subtask 1' }, words: 'Half a thought' },
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
    name: 'the dialog of a note',
    async open(world) {
      await openWall(world);
      await world.screen.click(button(/^Boat/));
      await seeDialog(world.screen);
      await become(() => world.screen.value(description), 'Old');
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

export const draftStories: Story[] = forms.map(({ name, open, field, restored }) => ({
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
