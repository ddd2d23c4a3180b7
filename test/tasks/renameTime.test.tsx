import '../support/app/noComplaints';
import { screen } from '@testing-library/react';
import { renderApp, task } from '../support/app/renderApp';

const field = () => screen.getByRole('textbox', { name: /^Name of/ });
const operations = (app: ReturnType<typeof renderApp>) =>
  ['task/edit/requested', 'task/time/requested'].flatMap(type => app.sentOf(type)) as never as {
    payload: { changeId: string; payload: { fields?: { taskName: string }; timing?: object } };
  }[];

async function rename(name: string, to: string) {
  const app = renderApp('/tasks/today', { tasks: [task(1, name)] });
  (await screen.findByRole('link', { name: new RegExp(`^${name}`) })).focus();
  await app.user.keyboard('{F2}');
  await app.user.clear(field());
  await app.user.type(field(), to);
  return app;
}

test('a time that is typed into a name becomes the task’s, in one step', async () => {
  const app = await rename('Call Ana', 'Call Ana at 17:30');
  expect(screen.getByRole('button', { name: '17:30' })).toHaveAttribute('title', 'Keep “17:30” in the name');
  await app.user.keyboard('{Enter}');
  expect(screen.queryByRole('textbox', { name: /^Name of/ })).toBeNull();
  const asked = operations(app);
  expect(asked.map(({ payload }) => payload.payload)).toMatchObject([{ timing: { time: '17:30' } }]);
});

test('its name changes with it, and both are one step', async () => {
  const app = await rename('Call Ana', 'Call Bo, 5pm');
  await app.user.keyboard('{Enter}');
  const asked = operations(app);
  expect(asked.map(({ payload }) => payload.payload)).toMatchObject([
    { fields: { taskName: 'Call Bo' } },
    { timing: { time: '17:00' } },
  ]);
  expect(new Set(asked.map(({ payload }) => payload.changeId)).size).toBe(1);
});

test.each([
  [
    'a click on it',
    (app: ReturnType<typeof renderApp>) => app.user.click(screen.getByRole('button', { name: '17:00' })),
  ],
  ['Backspace right behind it', (app: ReturnType<typeof renderApp>) => app.user.keyboard('{Backspace}')],
])('%s makes it words again', async (_, act) => {
  const app = await rename('Call Ana', 'Call Bo 5pm');
  await act(app);
  expect(field()).toHaveFocus();
  await app.user.keyboard('{Enter}');
  expect(operations(app).map(({ payload }) => payload.payload)).toMatchObject([
    { fields: { taskName: 'Call Bo 5pm' } },
  ]);
});

test('a time that the name had stays in it', async () => {
  const app = await rename('Buy the 5pm paper at 5pm', 'Buy a paper at 5pm');
  await app.user.keyboard('{Enter}');
  expect(operations(app).map(({ payload }) => payload.payload)).toMatchObject([
    { fields: { taskName: 'Buy a paper at 5pm' } },
  ]);
});
