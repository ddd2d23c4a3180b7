import { act, fireEvent, screen } from '@testing-library/react';
import { renderApp } from '../support/app/renderApp';

const notes = [
  { noteTitle: 'Milk', noteDescription: 'Two bottles' },
  { noteTitle: 'Boat', noteDescription: '' },
];
const open = (path: string) => renderApp(path, { tasks: [], notes });
const card = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) });
const menu = () => screen.queryByRole('menu')?.getAttribute('aria-label') ?? null;
const offered = () => screen.getAllByRole('menuitem').map(({ firstChild }) => firstChild!.textContent);
/** A pointer event at a place, which jsdom does not have. */
const point = (type: 'pointerdown' | 'pointermove', clientY: number) =>
  fireEvent(
    card('Milk'),
    Object.assign(new MouseEvent(type, { bubbles: true, clientX: 50, clientY }), { pointerType: 'touch' }),
  );
const LONG_PRESS_MS = 300;
const wait = () => act(() => jest.advanceTimersByTime(LONG_PRESS_MS));

test('A right click opens a menu of a note, with its papers', async () => {
  const app = open('/tasks/sticky-wall');
  fireEvent.contextMenu(card('Milk'));
  expect(menu()).toBe('Menu of “Milk”');
  expect(offered()).toEqual([
    'Open',
    'Pin',
    'Make lines subtasks',
    'Tags',
    'Turn into a task',
    'Copy',
    'Delete',
  ]);
  await app.user.click(screen.getByRole('radio', { name: 'Teal' }));
  expect(app.sentOf('note/look/requested')).toMatchObject([
    { payload: { payload: { look: { colour: 'teal' } } } },
  ]);
  await app.user.click(screen.getByRole('menuitem', { name: 'Make lines subtasks' }));
  expect(app.sentOf('note/edit/requested')).toMatchObject([
    { payload: { payload: { fields: { noteDescription: '- [ ] Two bottles' } } } },
  ]);
  expect(card('Milk')).toHaveFocus();
});

test('m opens the menu of the focused note, where its keys choose', async () => {
  const app = open('/tasks/sticky-wall');
  await app.user.keyboard('jjm');
  expect(menu()).toBe('Menu of “Boat”');
  await app.user.keyboard('{Delete}');
  expect(app.sentOf('note/delete/requested')).toMatchObject([{ payload: { payload: { fireId: '-k1' } } }]);
  expect(menu()).toBeNull();
});

test('A finger that rests on a note of the day opens its menu, one that moves does not', () => {
  jest.useFakeTimers();
  open('/day');
  point('pointerdown', 50);
  point('pointermove', 59);
  wait();
  expect(menu()).toBeNull();
  point('pointerdown', 50);
  point('pointermove', 58);
  wait();
  expect(menu()).toBe('Menu of “Milk”');
  jest.useRealTimers();
});
