import '../support/app/noComplaints';
import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { quickAddRequested } from '../../src/quickAdd/quickAddActions';
import { quickAddOpened } from '../../src/ui/uiSlice';
import { openBrowser, keptDrafts } from '../support/app/drafts';
import { renderApp, TODAY } from '../support/app/renderApp';

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Quick add' });
const chip = (name: string | RegExp) => screen.getByRole('button', { name });

async function open(path = '/tasks/today', options: Parameters<typeof renderApp>[1] = {}) {
  const app = renderApp(path, { tasks: [], ...options });
  await act(async () => field().focus());
  const added = () =>
    (app.sentOf('quickAdd/requested') as ReturnType<typeof quickAddRequested>[]).map(
      ({ payload }) => payload,
    );
  const paste = (text: string) => act(async () => void fireEvent.input(field(), { target: { value: text } }));
  return { ...app, added, paste };
}

test('Enter adds what was typed, and the field is empty and focused for the next', async () => {
  const { user, added } = await open();
  await user.keyboard('Milk{Enter}');
  expect(field()).toHaveValue('');
  expect(field()).toHaveFocus();
  await user.keyboard('Bread tomorrow #work{Enter}');
  expect(added().map(({ tasks }) => tasks)).toEqual([
    [{ title: 'Milk', day: TODAY, list: 'personal' }],
    [{ title: 'Bread', day: '2026-03-11', list: 'work' }],
  ]);
});

test('a task is for the day and the list of its page', async () => {
  const { user, added, go, write } = await open();
  const pages = [
    ['today', TODAY, 'personal'],
    ['upcoming', '2026-03-11', 'personal'],
    ['previous', TODAY, 'personal'],
    ['personal', TODAY, 'personal'],
    ['work', TODAY, 'work'],
    ['no-date', null, 'personal'],
  ] as const;
  for (const [view] of pages) {
    go(`/tasks/${view}`);
    await write(field(), 'Milk');
    await user.keyboard('{Enter}');
  }
  expect(added()).toMatchObject(
    pages.map(([page, day, list]) => ({ tasks: [{ title: 'Milk', day, list }], page })),
  );
});

test('Ctrl+Enter adds a task and opens it', async () => {
  const { user, added } = await open();
  await user.keyboard('Milk{Control>}{Enter}{/Control}');
  expect(added()).toMatchObject([{ isOpened: true }]);
});

test('blanks add nothing, whatever they are', async () => {
  const { user, added, paste } = await open();
  for (const blanks of ['   ', '\u2800', '\u2800 \u2800', '\u3164', '\u00ad']) {
    await paste(blanks);
    await user.keyboard('{Enter}');
  }
  expect(added()).toEqual([]);
});

test('an Enter that an input method takes adds nothing, a phone’s without a key does', async () => {
  const { added, paste } = await open();
  await paste('にほん');
  for (const init of [{ isComposing: true }, { keyCode: 229 }])
    await act(async () => void fireEvent.keyDown(field(), { key: 'Enter', ...init }));
  expect(added()).toEqual([]);
  expect(field()).toHaveValue('にほん');
  const init = { inputType: 'insertLineBreak', bubbles: true, cancelable: true };
  await act(async () => void field().dispatchEvent(new InputEvent('beforeinput', init)));
  expect(added()).toMatchObject([{ tasks: [{ title: 'にほん' }] }]);
});

test('a time is a chip beside its day, and is added; a click makes it words again', async () => {
  const { user, added, paste } = await open();
  await paste('Call Ana tomorrow 17:00');
  expect(chip('17:00')).toHaveAttribute('title', 'Keep “17:00” in the title');
  await user.keyboard('{Enter}');
  await paste('Call Bo tomorrow 17:00');
  await user.click(chip('17:00'));
  await user.keyboard('{Enter}');
  expect(added().map(({ tasks }) => tasks)).toEqual([
    [{ title: 'Call Ana', day: '2026-03-11', list: 'personal', timing: { time: '17:00' } }],
    [{ title: 'Call Bo 17:00', day: '2026-03-11', list: 'personal' }],
  ]);
});

test('a time that stays in the title is offered', async () => {
  const { user, added, paste } = await open();
  await paste('Book a table tomorrow for 7pm');
  const offered = chip('“7pm” stays in the title');
  expect(offered).toHaveAttribute('title', 'Set the time: 19:00');
  await user.click(offered);
  await user.keyboard('{Enter}');
  expect(added()).toMatchObject([{ tasks: [{ timing: { time: '19:00' } }] }]);
});

test('what is understood stands as a chip; a click makes it words, and they stay words', async () => {
  const { user, added } = await open();
  await user.keyboard('Milk tomorrow');
  await user.click(chip('tomorrow'));
  expect(screen.queryByRole('button', { name: 'tomorrow' })).toBeNull();
  expect(field()).toHaveFocus();
  await user.keyboard(' {Backspace}{Enter}');
  await user.keyboard('Bread tomorrow{Enter}');
  expect(added().map(({ tasks }) => tasks[0])).toEqual([
    { title: 'Milk tomorrow', day: TODAY, list: 'personal' },
    { title: 'Bread', day: '2026-03-11', list: 'personal' },
  ]);
});

test('Backspace right behind it makes it words and takes no letter', async () => {
  const { user, added } = await open();
  await user.keyboard('Milk fri{Backspace}');
  expect(field()).toHaveValue('Milk fri');
  await user.keyboard('{Backspace}{Backspace}{Backspace}thu #work{Enter}');
  expect(added()[0]!.tasks).toEqual([{ title: 'Milk', day: '2026-03-12', list: 'work' }]);
});

test('words that were read are marked where they stand', async () => {
  const { user, paste } = await open();
  await paste('call #work Ann tomorrow');
  const marked = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent);
  expect(marked()).toEqual(['#work', 'tomorrow']);
  expect(document.querySelector('mark')!.parentElement).toHaveTextContent('call #work Ann tomorrow');
  await user.click(chip('Work'));
  expect(marked()).toEqual(['tomorrow']);
  await user.keyboard('{Enter}');
  expect(marked()).toEqual([]);
});

test('a day that has passed is kept, and said to have passed', async () => {
  const { user, added, paste } = await open();
  await paste('Send the flowers 2026-03-08');
  expect(chip('Sun 8 Mar, in the past')).toBeVisible();
  await user.keyboard('{Enter}');
  expect(added()[0]!.tasks).toEqual([{ title: 'Send the flowers', day: '2026-03-08', list: 'personal' }]);
});

describe('Esc gives the focus back', () => {
  test('to what had it', async () => {
    const { user } = await open();
    const link = screen.getByRole('link', { name: 'Upcoming' });
    act(() => link.focus());
    await user.keyboard('q');
    expect(field()).toHaveFocus();
    await user.keyboard('Milk{Escape}');
    expect(link).toHaveFocus();
  });

  test('else to the heading, also where the line closes', async () => {
    const { user, store } = renderApp('/account', { tasks: [] });
    await act(async () => void store.dispatch(quickAddOpened()));
    await waitFor(() => expect(field()).toHaveFocus());
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('textbox', { name: 'Quick add' })).toBeNull();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });
});

describe('several lines', () => {
  const LIST = '- milk tomorrow\n- [ ] bread\n\n3. honey #work';

  test('are shown as tasks, after Esc as text; Enter adds them all with one request', async () => {
    const { user, added, paste } = await open();
    await paste(LIST);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('button', { name: 'Add 3 tasks' })).toBeNull();
    expect(field()).toHaveValue(LIST);
    await user.keyboard('{Enter}');
    expect(added()).toEqual([]);
    expect(screen.getByRole('button', { name: 'Add 3 tasks' })).toBeVisible();
    const rows = within(screen.getByRole('list', { name: 'Tasks to add' })).getAllByRole('listitem');
    expect(rows.map(row => row.textContent)).toEqual([
      'milktomorrow · Personal',
      'breadtoday · Personal',
      'honeytoday · Work',
    ]);
    await user.keyboard('{Enter}');
    expect(added()).toHaveLength(1);
    expect(added()[0]!.tasks.map(({ title }) => title)).toEqual(['milk', 'bread', 'honey']);
    expect(field()).toHaveValue('');
  });

  test('500 are added, 501 are refused with all their words', async () => {
    const { user, added, paste } = await open();
    const list = (count: number) => Array.from({ length: count }, (_, at) => `task ${at}`).join('\n');
    await paste(list(501));
    expect(screen.getByRole('alert')).toHaveTextContent('500 tasks at most at once');
    await user.keyboard('{Enter}');
    expect(field()).toHaveValue(list(501));
    expect(added()).toEqual([]);
    await paste(list(500));
    await user.keyboard('{Enter}');
    expect(added()[0]!.tasks).toHaveLength(500);
  });
});

test('a title that is too long says so and keeps its words', async () => {
  const { user, added, paste } = await open();
  await paste('x'.repeat(10_001));
  await user.keyboard('{Enter}');
  expect(screen.getByRole('alert')).toHaveTextContent('A title can have 10,000 characters at most');
  expect(field().value).toHaveLength(10_001);
  await paste('x'.repeat(10_000));
  await user.keyboard('{Enter}');
  expect(added()).toHaveLength(1);
});

describe('a draft', () => {
  const forms = () => keptDrafts('ada').map(({ values }) => values['text']);

  test('is what is typed, until Enter', async () => {
    const drafts = openBrowser().tab('tab-1');
    const { user } = await open('/tasks/today', { drafts });
    await user.keyboard('Milk');
    await waitFor(() => expect(forms()).toEqual(['Milk']));
    await user.keyboard('{Enter}');
    expect(forms()).toEqual([]);
    await user.keyboard('Bread');
    await waitFor(() => expect(forms()).toEqual(['Bread']));
  });

  test('is in the line when it opens again, with what was typed before that', async () => {
    const drafts = openBrowser().tab('tab-2');
    drafts.write('ada', 'quick-add', { base: { text: '' }, values: { text: 'Left here' } });
    const { user } = await open('/tasks/today', { drafts });
    expect(field()).toHaveValue('Left here');
    await user.keyboard(' tomorrow');
    expect(chip('tomorrow')).toBeVisible();
  });
});

test('a page without a line opens one at its foot, which Esc closes', async () => {
  const { user, added, answer, store } = renderAccount();
  await answer(quickAddOpened());
  expect(field()).toHaveFocus();
  await user.keyboard('Milk{Enter}{Escape}');
  expect(added()).toMatchObject([{ tasks: [{ title: 'Milk', day: TODAY }], page: null }]);
  expect(store.getState().ui.isQuickAddOpen).toBe(false);
});

function renderAccount() {
  const app = renderApp('/account');
  return {
    ...app,
    added: () =>
      (app.sentOf('quickAdd/requested') as ReturnType<typeof quickAddRequested>[]).map(
        ({ payload }) => payload,
      ),
  };
}

test('a quoted cell is one task without its quotes', async () => {
  const { added, paste, user } = await open();
  await paste('"Milk\nfor Ann"\t2\n');
  await user.keyboard('{Enter}');
  expect(added()).toMatchObject([{ tasks: [{ title: 'Milk for Ann 2' }] }]);
});

test('a repeat that ends before the page’s day is refused with a sentence', async () => {
  const { user, added, paste } = await open('/tasks/upcoming');
  await paste('Bins every day until today');
  await user.keyboard('{Enter}');
  expect(screen.getByRole('alert')).toHaveTextContent('“every day until today” never comes');
  expect(added()).toEqual([]);
  await paste('Bins every day until tomorrow');
  await user.keyboard('{Enter}');
  expect(added()).toMatchObject([{ tasks: [{ title: 'Bins', day: '2026-03-11' }] }]);
});
