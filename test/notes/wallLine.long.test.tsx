/** The on the wall: what makes a note of it, and what cannot be a note. */
import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderApp } from '../support/app/renderApp';

const WALL = '/tasks/sticky-wall';
const note = (noteTitle: string, noteDescription: string) => ({ noteTitle, noteDescription });
const open = () => renderApp(WALL, { tasks: [], notes: [note('Shopping', 'Milk')] });
const line = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a note…' });
const added = (app: ReturnType<typeof open>) =>
  app
    .sentOf('notes/noteAddRequested')
    .map(action => (action as never as { payload: { fields: object } }).payload.fields);

const transfer = (types: Record<string, string>, files: File[] = []) => ({
  types: [...Object.keys(types), ...(files.length > 0 ? ['Files'] : [])],
  files,
  getData: (type: string) => types[type] ?? '',
});
function paste(target: Element, data: ReturnType<typeof transfer>) {
  const event = createEvent.paste(target, { clipboardData: data });
  act(() => void fireEvent(target, event));
  return event;
}
function drop(target: Element, data: ReturnType<typeof transfer>) {
  const events = ['dragOver', 'drop'] as const;
  const [over, dropped] = events.map(type => createEvent[type](target, { dataTransfer: data }));
  for (const event of [over!, dropped!]) act(() => void fireEvent(target, event));
  return dropped!;
}
const photo = new File(['x'], 'photo.png', { type: 'image/png' });
const letter = new File(['x'], 'letter.pdf', { type: 'application/pdf' });
const heading = () => screen.getByRole('heading', { name: 'Sticky Wall' });

test('Ctrl+Enter keeps a note from words alone, and the line is empty for the next one', async () => {
  const app = open();
  await app.user.type(line(), 'Boat{Enter}Anneke has the key{Control>}{Enter}{/Control}');
  expect(added(app)).toEqual([note('Boat', 'Anneke has the key')]);
  expect(line()).toHaveValue('');
  expect(line()).toHaveFocus();
  await app.user.type(line(), 'Oars{Control>}s{/Control}');
  expect(added(app)).toEqual([note('Boat', 'Anneke has the key'), note('Oars', '')]);
});

test('Leaving the line keeps the note, once', async () => {
  const app = open();
  await app.user.type(line(), 'Boat');
  await app.user.tab();
  await waitFor(() => expect(line()).toHaveValue(''));
  await app.user.type(line(), 'Oars');
  await app.user.click(heading());
  await waitFor(() => expect(line()).toHaveValue(''));
  await app.user.type(line(), '   ');
  await app.user.tab();
  await act(() => new Promise(resolve => setTimeout(resolve)));
  expect(added(app)).toEqual([note('Boat', ''), note('Oars', '')]);
});

test('Leaving the page keeps the note', async () => {
  const app = open();
  await app.user.type(line(), 'Boat');
  app.go('/tasks/today');
  await waitFor(() => expect(added(app)).toEqual([note('Boat', '')]));
});

test('Keep and Discard do it by a pointer', async () => {
  const app = open();
  await app.user.type(line(), 'Boat');
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(added(app)).toEqual([note('Boat', '')]);
  await app.user.type(line(), 'Oars');
  await app.user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(line()).toHaveValue('');
  await app.user.tab();
  await act(() => new Promise(resolve => setTimeout(resolve)));
  expect(added(app)).toHaveLength(1);
});

test('Esc empties the line, and a second one gives the focus back', async () => {
  const app = open();
  act(() => screen.getByRole('button', { name: 'Add note' }).focus());
  act(() => line().focus());
  await app.user.keyboard('Boat{Escape}');
  expect(line()).toHaveValue('');
  expect(line()).toHaveFocus();
  await app.user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Add note' })).toHaveFocus();
  expect(added(app)).toEqual([]);
});

test('What is pasted or dropped on the wall is in the line, and opens nothing', async () => {
  const app = open();
  paste(document.body, transfer({ 'text/plain': 'Milk\nTwo bottles' }));
  expect(line()).toHaveValue('Milk\nTwo bottles');
  expect(line()).toHaveFocus();
  drop(heading(), transfer({ 'text/uri-list': 'https://example.org/a' }));
  expect(line()).toHaveValue('Milk\nTwo bottles\nhttps://example.org/a');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByText(/Draft restored/)).toBeNull();
  expect(added(app)).toEqual([]);
});

test.each<[string, File[], string]>([
  ['A picture', [photo], 'A picture can’t be added: notes hold only text and links.'],
  ['Two pictures', [photo, photo], '2 pictures can’t be added: notes hold only text and links.'],
  ['A picture and a letter', [photo, letter], '2 files can’t be added: notes hold only text and links.'],
])('%s dropped or pasted on the wall gets a sentence', async (_what, files, sentence) => {
  const app = open();
  for (const target of [heading(), line()]) {
    const dropped = drop(target, transfer({}, files));
    expect(dropped.defaultPrevented).toBe(true); // otherwise the browser would open the file
    expect(screen.getByRole('alert')).toHaveTextContent(sentence);
    await app.user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
    paste(target, transfer({}, files));
    expect(screen.getByRole('alert')).toHaveTextContent(sentence);
    await app.user.click(screen.getByRole('button', { name: 'Dismiss' }));
  }
  expect(line()).toHaveValue('');
});

test('Words that are copied with a picture of them are taken', () => {
  open();
  paste(heading(), transfer({ 'text/plain': 'A1\tB1', 'text/html': '<table>' }, [photo]));
  expect(line()).toHaveValue('A1\tB1');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('A text that the database would refuse stays, and says why', async () => {
  const app = open();
  paste(document.body, transfer({ 'text/plain': 'x'.repeat(1_000_001) }));
  expect(screen.getByRole('alert')).toHaveTextContent('A note can have 1,000,000 characters at most.');
  await app.user.tab();
  await act(() => new Promise(resolve => setTimeout(resolve)));
  expect(line().value).toHaveLength(1_000_001);
  expect(added(app)).toEqual([]);
});
