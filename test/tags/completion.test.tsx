import '../support/app/noComplaints';
import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderApp, task } from '../support/app/renderApp';

const tasks = [
  task(1, 'Eggs #Two-words'),
  task(2, 'Milk #shop'),
  task(3, 'Bread #shop #shopping'),
  task(4, 'Glue #Über'),
];
const notes = [{ noteTitle: 'Shelf #house', noteDescription: 'Words' }];
const options = () => {
  const list = screen.queryByRole('listbox');
  return list
    ? within(list)
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
    : [];
};
const chosen = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;

async function open(path: string, name: string | RegExp) {
  const app = renderApp(path, { tasks, notes });
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name });
  await act(async () => field.focus());
  return { ...app, field };
}

test('Behind # tags are offered, the most used first; Enter takes one and adds nothing', async () => {
  const { user, field, sentOf } = await open('/tasks/today', 'Quick add');
  await user.keyboard('Tea');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.keyboard(' #');
  await waitFor(() => expect(options()).toEqual(['shop2', 'house1', 'shopping1', 'Two words1', 'Über1']));
  await user.keyboard('sh');
  expect(options()).toEqual(['shop2', 'shopping1']);
  expect(chosen(field)).toBe('shop2');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(field).toHaveValue('Tea #shopping ');
  expect(options()).toEqual([]);
  expect(sentOf('quickAdd/requested')).toEqual([]);
  await user.keyboard('today{Enter}');
  expect(sentOf('quickAdd/requested')).toMatchObject([{ payload: { tasks: [{ title: 'Tea #shopping' }] } }]);
});

test.each([
  ['wor', 'Tea #Two-words '],
  ['ub', 'Tea #Über '],
  ['hou', 'Tea #house '],
])('#%s is completed by Tab', async (typed, after) => {
  const { user, field } = await open('/tasks/today', 'Quick add');
  await user.keyboard(`Tea #${typed}`);
  await waitFor(() => expect(options()).toHaveLength(1));
  await user.tab();
  expect(field).toHaveValue(after);
  expect(field).toHaveFocus();
});

test('A whole tag or list is submitted by Enter, although a longer tag is offered', async () => {
  const { user, field, sentOf } = await open('/tasks/today', 'Quick add');
  await user.keyboard('Tea #shop');
  await waitFor(() => expect(options()).toEqual(['shopping1']));
  expect(chosen(field)).toBeUndefined();
  await user.keyboard('{Enter}');
  expect(sentOf('quickAdd/requested')).toMatchObject([{ payload: { tasks: [{ title: 'Tea #shop' }] } }]);
});

test('Escape, a blank and a caret elsewhere close the list, and the field stays', async () => {
  const { user, field } = await open('/tasks/today', 'Quick add');
  await user.keyboard('Tea #sh');
  await waitFor(() => expect(options()).toHaveLength(2));
  await user.keyboard('{Escape}');
  expect(options()).toEqual([]);
  expect(field).toHaveFocus();
  await user.keyboard('o');
  expect(options()).toHaveLength(2);
  await user.keyboard(' ');
  expect(options()).toEqual([]);
  await user.keyboard('{Backspace}');
  expect(options()).toHaveLength(2);
  field.setSelectionRange(0, 0);
  await act(async () => void fireEvent(document, new Event('selectionchange')));
  await waitFor(() => expect(options()).toEqual([]));
});

test('Keys of a composition are the input method’s, and a press takes a tag', async () => {
  const { user, field, sentOf } = await open('/tasks/today', 'Quick add');
  await user.keyboard('Tea #sh');
  await waitFor(() => expect(options()).toHaveLength(2));
  for (const key of ['ArrowDown', 'Enter', 'Tab', 'Escape'])
    await act(async () => void fireEvent.keyDown(field, { key, isComposing: true }));
  expect(chosen(field)).toBe('shop2');
  await user.click(screen.getByRole('option', { name: 'shopping' }));
  expect(field).toHaveValue('Tea #shopping ');
  expect(field).toHaveFocus();
  expect(sentOf('quickAdd/requested')).toEqual([]);
});

test('The form of a task completes its title', async () => {
  const { user, field } = await open('/tasks/today/2/edit', 'Title');
  await user.keyboard(' #hou');
  await waitFor(() => expect(options()).toEqual(['house1']));
  await user.keyboard('{Enter}');
  expect(field).toHaveValue('Milk #shop #house');
});

test('Only the first line of a note has tags', async () => {
  const { user, field } = await open('/tasks/sticky-wall', 'Write a note…');
  await user.keyboard('Paint #hou');
  await waitFor(() => expect(options()).toEqual(['house1']));
  await user.keyboard('{Enter}{Enter}more #hou');
  expect(options()).toEqual([]);
  expect(field).toHaveValue('Paint #house \nmore #hou');
});
