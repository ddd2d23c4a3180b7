import { act, screen, within } from '@testing-library/react';
import { signedOut } from '../../src/auth/authSlice';
import { keyMap } from '../../src/keyboard/keyMap';
import { renderApp, task } from '../support/app/renderApp';

const tasks = [task(1, 'Bread'), task(2, 'Milk'), task(3, 'Tea')];
const notes = [
  { noteTitle: 'Old', noteDescription: 'x' },
  { noteTitle: 'Latest', noteDescription: 'x' },
];
const row = (name: string) => screen.getByRole('link', { name: new RegExp(`^${name}`) });
const card = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) });

describe('On a list', () => {
  it('j and k and the arrows move the focus between rows, and stop at its ends', async () => {
    const { user } = renderApp('/tasks/today', { tasks });
    for (const [key, name] of [
      ['j', 'Bread'],
      ['j', 'Milk'],
      ['{ArrowDown}', 'Tea'],
      ['j', 'Tea'],
      ['k', 'Milk'],
      ['{ArrowUp}', 'Bread'],
      ['k', 'Bread'],
    ] as const) {
      await user.keyboard(key);
      expect(row(name)).toHaveFocus();
    }
  });

  it.each([
    ['j', 'Task 040'],
    ['{ArrowDown}', 'Task 040'],
    ['k', 'Task 160'],
  ])('%s pressed faster than a long list scrolls drops no step', async (key, name) => {
    const many = Array.from({ length: 200 }, (_, at) =>
      task(at + 1, `Task ${String(at + 1).padStart(3, '0')}`),
    );
    const { user } = renderApp('/tasks/today', { tasks: many });
    if (key === 'k') {
      const scroller = document.querySelector('main [data-rows]')!.parentElement!;
      act(() => {
        scroller.scrollTop = 52 * 199;
        scroller.dispatchEvent(new Event('scroll'));
      });
      act(() => row('Task 200').focus());
    } else await user.keyboard(key);
    // jsdom does not scroll to the focus, as when keys come faster than frames.
    await user.keyboard(key.repeat(key === 'k' ? 40 : 39));
    expect(row(name)).toHaveFocus();
  });

  it('A key that what has the focus has handled is no shortcut', async () => {
    const app = renderApp('/tasks/today', { tasks });
    const take = (event: Event) => event.preventDefault();
    document.body.addEventListener('keydown', take);
    await app.user.keyboard('n');
    expect(app.path()).toBe('/tasks/today');
    document.body.removeEventListener('keydown', take);
    await app.user.keyboard('n');
    expect(app.path()).toBe('/tasks/new');
  });

  it('Enter opens the focused row, and Esc steps back to it, also out of a field', async () => {
    const app = renderApp('/tasks/today', { tasks });
    await app.user.keyboard('jj{Enter}');
    expect(app.path()).toBe('/tasks/today/2/edit');
    await app.user.click(screen.getByPlaceholderText('Description'));
    await app.user.keyboard('{Escape}');
    expect(app.path()).toBe('/tasks/today');
    expect(row('Milk')).toHaveFocus();
  });

  it('x ticks the row that has the focus, and unticks it', async () => {
    const app = renderApp('/tasks/today', { tasks });
    await app.user.keyboard('x');
    expect(app.sentOf('task/tick/requested')).toHaveLength(0);
    await app.user.keyboard('jx');
    expect(app.sentOf('task/tick/requested')).toMatchObject([
      { payload: { payload: { taskId: 1, doneAt: expect.any(String), before: null } } },
    ]);
    await app.user.keyboard('x');
    expect(app.sentOf('task/tick/requested').at(-1)).toMatchObject({
      payload: { payload: { taskId: 1, doneAt: null } },
    });
  });

  it('Delete deletes the row that has the focus, which goes on to the next one', async () => {
    const app = renderApp('/tasks/today', { tasks });
    await app.user.keyboard('{Delete}');
    expect(app.sentOf('task/delete/requested')).toHaveLength(0);
    await app.user.keyboard('j{Delete}');
    expect(app.sentOf('task/delete/requested')).toMatchObject([{ payload: { payload: { taskId: 1 } } }]);
    expect(row('Milk')).toHaveFocus();
    await app.user.keyboard('j{Delete}');
    expect(app.sentOf('task/delete/requested').at(-1)).toMatchObject({ payload: { payload: { taskId: 3 } } });
    expect(row('Milk')).toHaveFocus();
  });

  it('the focus goes on from where it was', async () => {
    const { user } = renderApp('/tasks/today', { tasks });
    await user.keyboard('jj');
    row('Milk').blur();
    await user.keyboard('j');
    expect(row('Milk')).toHaveFocus();
  });
});

describe('On the wall', () => {
  it('j and k move between cards, Enter opens one, Delete deletes it', async () => {
    const app = renderApp('/tasks/sticky-wall', { notes });
    await app.user.keyboard('jj');
    expect(card('Latest')).toHaveFocus();
    await app.user.keyboard('{Delete}');
    expect(app.sentOf('note/delete/requested')).toMatchObject([{ payload: { payload: { fireId: '-k1' } } }]);
    expect(card('Old')).toHaveFocus();
    await app.user.keyboard('kk{Delete}');
    expect(app.sentOf('note/delete/requested')).toHaveLength(1);
    await app.user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'New note' })).toBeVisible();
  });
});

describe('From anywhere', () => {
  it.each([
    ['gt', '/tasks/work', '/tasks/today'],
    ['gu', '/tasks/today', '/tasks/upcoming'],
    ['gp', '/tasks/today', '/tasks/previous'],
    ['gs', '/tasks/today', '/tasks/sticky-wall'],
    ['ge', '/tasks/today', '/tasks/personal'],
    ['gw', '/tasks/today', '/tasks/work'],
    ['gn', '/tasks/today', '/tasks/no-date'],
    ['gy', '/tasks/today', '/tasks/today'],
    ['n', '/tasks/today', '/tasks/new'],
    ['w', '/tasks/today', '/tasks/sticky-wall'],
    ['gyn', '/tasks/today', '/tasks/new'],
  ])('%s on %s leads to %s', async (keys, from, to) => {
    const app = renderApp(from, { tasks });
    await app.user.keyboard(keys);
    expect(app.path()).toBe(to);
  });

  it('g is forgotten after a while', async () => {
    const app = renderApp('/tasks/today', { tasks });
    const timeStamp = jest.spyOn(Event.prototype, 'timeStamp', 'get');
    timeStamp.mockReturnValue(0);
    await app.user.keyboard('g');
    timeStamp.mockReturnValue(1600);
    await app.user.keyboard('e');
    timeStamp.mockRestore();
    expect(app.path()).toBe('/tasks/today');
  });

  it.each([
    ['{Control>}z{/Control}', 'history/undoRequested'],
    ['{Control>}{Shift>}Z{/Shift}{/Control}', 'history/redoRequested'],
  ])('%s asks for %s, once a press', async (keys, type) => {
    const app = renderApp('/tasks/today', { tasks });
    await app.user.keyboard(keys);
    expect(app.sentOf(type)).toHaveLength(1);
    await app.user.keyboard('{Control>}{z>5/}{/Control}');
    expect(app.sentOf('history/undoRequested')).toHaveLength(type === 'history/undoRequested' ? 2 : 1);
  });

  it('? shows every key there is, and Esc closes it and gives the focus back', async () => {
    const app = renderApp('/tasks/today', { tasks });
    await app.user.keyboard('j?');
    const dialog = screen.getByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const { words } of keyMap) expect(within(dialog).getAllByText(words).length).toBeGreaterThan(0);
    await app.user.keyboard('n');
    expect(app.path()).toBe('/tasks/today');
    await app.user.keyboard('{Escape}');
    expect(dialog).not.toBeInTheDocument();
    expect(row('Bread')).toHaveFocus();
  });

  it('a field keeps its keys, Undo among them', async () => {
    const app = renderApp('/tasks/new', { tasks });
    const title = screen.getByPlaceholderText('Title of your task');
    await app.user.type(title, 'njkx/z?gt{Control>}z{/Control}{Delete}');
    expect(title).toHaveValue('njkx/z?gt');
    expect(app.path()).toBe('/tasks/new');
    expect(app.sentOf('history/undoRequested')).toHaveLength(0);
  });

  it('Esc on a new task goes to Today, and on a list nowhere', async () => {
    const app = renderApp('/tasks/new', { tasks });
    await app.user.keyboard('{Escape}');
    expect(app.path()).toBe('/tasks/today');
    await app.user.keyboard('{Escape}');
    expect(app.path()).toBe('/tasks/today');
  });

  it('nothing that lies over the page is open after the next sign-in', async () => {
    const app = renderApp('/tasks/today', { tasks });
    await app.user.keyboard('?');
    expect(screen.getByRole('dialog')).toBeVisible();
    await app.answer(signedOut());
    expect(app.store.getState().overlay).toEqual({ open: null });
  });
});
