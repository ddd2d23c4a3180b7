/** Choices of a note's look: when they are requested, and when they are only displayed. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { noteAddRequested } from '../../src/notes/notesSlice';
import { renderApp } from '../support/app/renderApp';

/** Milliseconds that the arrow keys must rest before a paper is requested. */
const PASSING_MS = 600;

const dialog = () => within(screen.getByRole('dialog'));
const paper = (name: string) => dialog().getByRole('radio', { name });

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['queueMicrotask'] }));
afterEach(() => void jest.useRealTimers());
const advance = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

async function openNote(name: RegExp) {
  const notes = [{ noteTitle: 'Shopping', noteDescription: 'Milk' }];
  const app = renderApp('/tasks/sticky-wall', { tasks: [], notes });
  fireEvent.click(screen.getByRole('button', { name }));
  await advance(1_000);
  const requested = () =>
    app.sentOf('note/look/requested').map(action => (action as never as { payload: object }).payload);
  return { app, requested };
}
/** Moves to a paper as a browser does for an arrow key in a group of radio buttons. */
function passTo(name: string) {
  fireEvent.keyDown(paper(name), { key: 'ArrowRight' });
  fireEvent.click(paper(name));
}
const look = (colour: string) =>
  expect.objectContaining({ payload: expect.objectContaining({ look: { colour } }) });

test('A paper that is clicked is requested at once', async () => {
  const { requested } = await openNote(/^Shopping/);
  fireEvent.pointerDown(paper('Mint'));
  fireEvent.click(paper('Mint'));
  expect(requested()).toEqual([look('mint')]);
});

test('Papers that arrow keys pass are shown, and only the last one is requested', async () => {
  const { requested } = await openNote(/^Shopping/);
  for (const name of ['Mint', 'Sky', 'Lilac']) {
    passTo(name);
    expect(paper(name)).toBeChecked();
    await advance(PASSING_MS - 1);
    expect(requested()).toEqual([]);
  }
  await advance(1);
  expect(requested()).toEqual([look('lilac')]);
});

test('The paper at which the arrow keys stopped is requested when the page is left', async () => {
  const { requested } = await openNote(/^Shopping/);
  passTo('Mint');
  passTo('Sky');
  act(() => void dispatchEvent(new Event('pagehide')));
  expect(requested()).toEqual([look('sky')]);
});

test('A pin that is set while arrow keys pass papers is requested with the paper', async () => {
  const { requested } = await openNote(/^Shopping/);
  passTo('Teal');
  fireEvent.click(dialog().getByRole('checkbox', { name: 'Pinned' }));
  expect(requested()).toEqual([
    expect.objectContaining({
      payload: expect.objectContaining({ look: { colour: 'teal', isPinned: true } }),
    }),
  ]);
  await advance(PASSING_MS);
  expect(requested()).toHaveLength(1);
});

test('The look of a new note is requested with its words, all parts of it', async () => {
  const { app, requested } = await openNote(/^Add note/);
  fireEvent.pointerDown(paper('Mint'));
  fireEvent.click(paper('Mint'));
  fireEvent.click(dialog().getByRole('checkbox', { name: 'Pinned' }));
  await advance(PASSING_MS);
  expect(requested()).toEqual([]);
  fireEvent.change(dialog().getByLabelText('Title'), { target: { value: 'Garden' } });
  fireEvent.change(dialog().getByLabelText('Description'), { target: { value: 'Beans' } });
  await advance(0);
  fireEvent.click(dialog().getByRole('button', { name: 'Save' }));
  await advance(0);
  expect(app.sentOf(noteAddRequested.type)).toEqual([
    expect.objectContaining({
      payload: expect.objectContaining({ look: { colour: 'mint', isPinned: true } }),
    }),
  ]);
});
