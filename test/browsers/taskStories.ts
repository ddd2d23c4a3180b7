import assert from 'node:assert/strict';
import type { TaskBody } from '../e2e/support/people/people';
import { become, button, link, rewrite, seeDialog, seeNone, seePath, signIn, type Story } from './story';

const title = { placeholder: 'Title of your task' };
const description = { placeholder: 'Description' };
const day = { label: 'Due Date' };
/** The keys that type a day into a date field: month, day, year. WebKit needs the slash to go to the next part. */
const keysOf = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;

export const taskStories: Story[] = [
  {
    title: 'A task is added, edited and deleted in its form, with its day typed into the date field',
    async tell(world) {
      const { screen, device } = world;
      const stored = async () => Object.values((await device.tasks()) ?? {});
      await signIn(world);
      await screen.click(button('Add New Task'));
      await seePath(screen, '/tasks/new');
      await screen.type(title, 'Dentist');
      await screen.type(description, 'Ask about the tooth');
      await screen.type({ label: 'List' }, 'Work');
      await screen.clear(day);
      await screen.type(day, keysOf('2030-05-04'));
      await become(() => screen.value(day), '2030-05-04');
      await screen.click(button('Add Task'));
      await seePath(screen, '/tasks/work');
      await become(async () => (await stored()).map(({ taskId: _id, ...rest }) => rest), [
        {
          taskName: 'Dentist',
          taskDescription: 'Ask about the tooth',
          taskList: 'work',
          taskDueDate: '2030-05-04T00:00:00.000Z',
        },
      ] satisfies Omit<TaskBody, 'taskId'>[]);
      await screen.click(link(/Dentist/));
      await become(() => screen.value(title), 'Dentist');
      assert.equal(await screen.value(day), '2030-05-04');
      await rewrite(screen, title, 'Dentist, at nine');
      await screen.click(button('Save Changes'));
      await become(async () => (await stored()).map(({ taskName }) => taskName), ['Dentist, at nine']);
      await screen.click(button('Delete Task'));
      await become(() => device.tasks(), null);
      await seeNone(screen, link(/Dentist/));
    },
  },
  {
    title: 'A note is added, edited and deleted in the dialog over the wall',
    async tell(world) {
      const { screen, device } = world;
      const stored = async () => Object.values((await device.notes()) ?? {});
      const [noteTitle, noteDescription] = [{ label: 'Title' }, { label: 'Description' }];
      await signIn(world);
      await screen.click(link('Sticky Wall'));
      await screen.click(button('Add note'));
      await seeDialog(screen);
      await seeNone(screen, button('Delete'));
      await screen.type(noteTitle, 'Boat');
      await screen.type(noteDescription, 'Anneke');
      await screen.click(button('Save'));
      await seeNone(screen, { role: 'dialog' });
      await become(stored, [{ noteTitle: 'Boat', noteDescription: 'Anneke' }]);
      await screen.click(button(/^Boat/));
      await seeDialog(screen);
      await become(() => screen.value(noteTitle), 'Boat');
      await rewrite(screen, noteDescription, 'Tern');
      await screen.click(button('Save'));
      await become(stored, [{ noteTitle: 'Boat', noteDescription: 'Tern' }]);
      await screen.click(button(/^Boat/));
      await seeDialog(screen);
      await screen.press('Escape');
      await seeNone(screen, { role: 'dialog' });
      await screen.click(button(/^Boat/));
      await seeDialog(screen);
      await screen.click(button('Delete'));
      await become(() => device.notes(), null);
      await seeNone(screen, button(/^Boat/));
    },
  },
];
