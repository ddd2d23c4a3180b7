/** Which cards show their tools after a long press, and until when. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useLongPress } from '../../src/notes/tools/useLongPress';
import { useTooledCards } from '../../src/notes/tools/useTooledCards';

/** Milliseconds of a long press. */
const LONG_PRESS_MS = 300;

function Cards() {
  const { hold, hasTools, handlers } = useTooledCards();
  return (
    <>
      <ul {...handlers} {...useLongPress(hold)}>
        {['Milk', 'Boat'].map(name => (
          <li key={name} data-card={name}>
            <button>{name}</button>
            {hasTools(name) && <button data-tools>Tools of {name}</button>}
          </li>
        ))}
      </ul>
      <button>Elsewhere</button>
    </>
  );
}

beforeEach(() => {
  jest.useFakeTimers();
  render(<Cards />);
  // Another handler of the page may keep a press to itself.
  button('Elsewhere').addEventListener('pointerdown', event => event.stopPropagation());
});
afterEach(() => void jest.useRealTimers());

const button = (name: string) => screen.getByRole('button', { name });
const tools = () =>
  screen.queryAllByRole('button', { name: /^Tools of/ }).map(({ textContent }) => textContent);
/** A pointer event at a place, which jsdom does not have. */
const point = (type: 'pointerdown' | 'pointermove', name: string, clientY: number) =>
  fireEvent(
    button(name),
    Object.assign(new MouseEvent(type, { bubbles: true, clientX: 50, clientY }), { pointerType: 'touch' }),
  );
const touch = (name: string) => point('pointerdown', name, 50);
const wait = () => act(() => jest.advanceTimersByTime(LONG_PRESS_MS));
function hold(name: string) {
  touch(name);
  wait();
}

test('A finger that rests on a card shows its tools; one that moves on does not', () => {
  touch('Milk');
  point('pointermove', 'Milk', 59);
  wait();
  expect(tools()).toEqual([]);
  touch('Milk');
  point('pointermove', 'Milk', 58);
  wait();
  expect(tools()).toEqual(['Tools of Milk']);
});

test.each([
  ['a press elsewhere', () => touch('Elsewhere')],
  ['a press of another card', () => touch('Boat')],
  ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
])('The tools of a held card go with %s', (_what, end) => {
  hold('Milk');
  expect(tools()).toEqual(['Tools of Milk']);
  end();
  expect(tools()).toEqual([]);
});

test('The tools of the card that was held last stay while they are pressed', () => {
  hold('Milk');
  hold('Boat');
  touch('Tools of Boat');
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(tools()).toEqual(['Tools of Boat']);
});
