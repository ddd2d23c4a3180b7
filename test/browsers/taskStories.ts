import assert from 'node:assert/strict';
import type { TaskBody } from '../e2e/support/people/people';
import {
  become,
  button,
  dayAhead,
  heading,
  link,
  rewrite,
  see,
  seeDialog,
  seeNone,
  seePath,
  signIn,
  type Story,
} from './story';

const title = { placeholder: 'Title of your task' };
const description = { placeholder: 'Description' };
const day = { label: 'Due Date' };
const dayName = (date: string) => `${date}T00:00:00.000Z`;
/** The keys that type a day into a date field: month, day, year. WebKit needs the slash to go to the next part. */
const keysOf = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;

export const taskStories: Story[] = [
  {
    title: 'Each view shows its tasks, in its order, or says that there are none',
    async tell(world) {
      const { screen, device } = world;
      await signIn(world);
      const none: [string, string][] = [
        ['Upcoming', 'You have no upcoming tasks'],
        ['Previous', 'You have no previous tasks'],
        ['Personal', 'You have no task tagged as Personal'],
        ['Work', 'You have no task tagged with Work'],
        ['Today', 'You have no tasks for today'],
      ];
      for (const [name, text] of none) {
        await screen.click(link(new RegExp(`^${name}\\b`)));
        await see(screen, { text });
      }
      const tasks: [string, number, string][] = [
        ['Day before', -2, 'work'],
        ['Yesterday', -1, 'personal'],
        ['Now', 0, 'work'],
        ['Tomorrow', 1, 'personal'],
        ['After that', 2, 'work'],
      ];
      for (const [taskName, ahead, taskList] of tasks)
        await device.addTask({ taskName, taskList, taskDueDate: dayName(dayAhead(ahead)) });
      const views: [string, string, string[]][] = [
        ['Today', 'Today', ['Now']],
        ['Upcoming', 'Upcoming', ['Tomorrow', 'After that']],
        ['Previous', 'Previous Tasks', ['Yesterday', 'Day before']],
        ['Personal', 'Personal', ['Yesterday', 'Tomorrow']],
        ['Work', 'Work', ['Day before', 'Now', 'After that']],
      ];
      for (const [name, pageHeading, names] of views) {
        await screen.click(link(new RegExp(`^${name}\\b`)));
        await see(screen, heading(pageHeading));
        const rowNames = `return [...document.querySelectorAll('main a[href$="/edit"]')].map(row => row.innerText.split('\\n')[0])`;
        await become(() => screen.run(rowNames), names);
      }
    },
  },
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
    title: 'The line atop a list adds a task, and its circle ticks it off',
    async tell(world) {
      const { screen, device } = world;
      await signIn(world);
      await screen.type({ label: 'Quick add' }, 'Buy bread tomorrow');
      await screen.press('Enter');
      await become(
        async () =>
          Object.values((await device.tasks()) ?? {}).map(task => [task.taskName, task.taskDueDate]),
        [['Buy bread', dayName(dayAhead(1))]],
      );
      await screen.click(link(/^Upcoming\b/));
      await screen.click({ role: 'checkbox', name: /Buy bread/ });
      await become(async () => Object.keys((await device.get<object | null>('ext/done')) ?? {}).length, 1);
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
