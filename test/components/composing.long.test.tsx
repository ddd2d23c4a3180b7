/** The Enter that ends a composition does nothing in any field: Safari reports it by its key code only. */
import { act, fireEvent, screen } from '@testing-library/react';
import { renderApp, task } from '../support/app/renderApp';

const TASKS = [task(1, 'Milk', { taskDescription: '- [ ] One' })];
const NOTES = [{ noteTitle: 'Garden', noteDescription: '- [ ] Beans' }];
type App = ReturnType<typeof renderApp>;

const box = (name: string | RegExp) => screen.getByRole('textbox', { name });
const fields: [name: string, path: string, open: (app: App) => Promise<HTMLElement>][] = [
  ['quick line', '/tasks/today', async () => box('Quick add')],
  ['title of a new task', '/tasks/new', async () => box('Title')],
  ['title of a task', '/tasks/today/1/edit', async () => box('Title')],
  ['description of a task', '/tasks/today/1/edit', async () => box('Description')],
  ['line of a new subtask', '/tasks/today/1/edit', async () => box('Add a subtask')],
  [
    'rename field of a row',
    '/tasks/today',
    async app => {
      screen.getByRole('link', { name: /^Milk/ }).focus();
      await app.user.keyboard('{F2}');
      return box(/^Name of/);
    },
  ],
  ['line of the wall', '/tasks/sticky-wall', async () => box('Write a note…')],
  [
    'title of a note',
    '/tasks/sticky-wall',
    async app => {
      await app.user.click(screen.getByRole('button', { name: /^Garden/ }));
      return box('Title');
    },
  ],
  [
    'description of a note',
    '/tasks/sticky-wall',
    async app => {
      await app.user.click(screen.getByRole('button', { name: /^Garden/ }));
      return box('Description');
    },
  ],
  [
    'field of the days',
    '/tasks/today',
    async app => {
      screen.getByRole('link', { name: /^Milk/ }).focus();
      await app.user.keyboard('m');
      await app.user.click(await screen.findByRole('menuitem', { name: 'Pick a day' }));
      return box('Day');
    },
  ],
];

test.each(fields)('Keys of an input method do nothing in the %s', async (_name, path, open) => {
  const app = renderApp(path, { tasks: TASKS, notes: NOTES });
  const field = await open(app);
  await act(async () => field.focus());
  await app.user.type(field, '日本');
  const [sent, value] = [app.sent.length, (field as HTMLInputElement).value];
  // Escape in a dialog is the browser's own.
  const keys = [
    { key: 'Enter' },
    { key: 'Enter', ctrlKey: true },
    ...(field.closest('dialog') ? [] : [{ key: 'Escape' }]),
  ];
  for (const how of [{ keyCode: 229 }, { isComposing: true }])
    for (const key of keys) {
      const isFree = await act(async () => fireEvent.keyDown(field, { ...key, ...how }));
      expect([key, isFree]).toEqual([key, true]);
    }
  expect(app.sent.slice(sent)).toEqual([]);
  expect(field).toBeInTheDocument();
  expect(field).toHaveFocus();
  expect(field).toHaveValue(value);
});
