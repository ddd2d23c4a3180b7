import { screen, waitFor, within } from '@testing-library/react';
import type { UnknownAction } from '@reduxjs/toolkit';
import {
  operationBlocked,
  operationDiscarded,
  operationKept,
  type Operation,
} from '../../src/sync/operations';
import { notesLoaded, notesLoadFailed, notesSidecarsArrived } from '../../src/notes/notesSlice';
import { noteRecordsArrived } from '../../src/notes/noteKinds';
import { change, renderApp } from '../support/app/renderApp';

const WALL = '/tasks/sticky-wall';
const note = (noteTitle: string, noteDescription = 'Words') => ({ noteTitle, noteDescription });
const notes = [note('Shopping', 'Milk'), note('Garden', 'Beans')];
const open = () => renderApp(WALL, { tasks: [], notes });
type App = ReturnType<typeof renderApp>;

const cards = () =>
  within(screen.getByRole('main'))
    .getAllByRole('button')
    .flatMap(({ textContent }) => textContent || []);
const dialog = () => screen.queryByRole('dialog');
const field = (name: string) => within(dialog()!).getByLabelText(name);
const button = (name: string) => within(dialog()!).getByRole('button', { name });
async function openCard(app: App, name: string | RegExp) {
  await app.user.click(screen.getByRole('button', { name }));
  await screen.findByRole('dialog');
}
/** The operation that a screen requested. */
const changeOf = (action: UnknownAction) => action['payload'] as Operation;
/** A notice about the note arrives. */
const noticeArrived = (more: object) =>
  notesSidecarsArrived({
    list: 'others/notes',
    type: 'changes',
    records: { '-k0': { at: '2026-03-10T12:00:00.000Z', ...more } },
  });
const edit = (more: Partial<Operation> = {}): Operation => ({
  id: 'a',
  userId: 'ada',
  number: 1,
  itemKey: 'note:-k0',
  kind: 'note/edit',
  payload: { fireId: '-k0', base: notes[0], fields: note('Shopping', 'Milk and bread') },
  madeAt: '2026-03-10T08:00:00.000Z',
  status: 'pending',
  isAttempted: false,
  ...more,
});

describe('The wall', () => {
  it('has a tile that adds and a card a note, on its paper; asks when it is opened', async () => {
    const app = open();
    const paper = () => screen.getByRole('button', { name: /^Shopping/ }).closest('[data-paper]')!.className;
    const before = paper();
    expect(cards()).toEqual(['Add note', 'GardenBeans', 'ShoppingMilk']);
    app.go('/tasks/today');
    app.go(WALL);
    expect(app.sentOf('notes/notesRequested')).toHaveLength(2);
    await app.answer(noteRecordsArrived({ '-k1': null, '-kx': note('Window') }));
    expect(cards()).toEqual(['Add note', 'WindowWords', 'ShoppingMilk']);
    expect(paper()).toBe(before);
  });

  it('has five mute tiles while the notes load, and says in place why they can’t', async () => {
    const app = renderApp(WALL, { tasks: [] });
    const skeletons = () => app.main().querySelectorAll('li[aria-hidden]');
    expect(skeletons()).toHaveLength(5);
    expect(cards()).toEqual(['Add note']);
    expect(within(app.main()).getByRole('status')).toHaveTextContent('Loading your notes…');
    await app.answer(notesLoadFailed({ code: 'x', message: 'The server did not answer.' }));
    const alert = within(app.main()).getByRole('alert');
    expect(alert).toHaveTextContent('could not be loaded. The server did not answer.');
    expect(skeletons()).toHaveLength(0);
    await app.user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(app.sentOf('notes/notesRequested')).toHaveLength(2);
    await app.answer(notesLoaded({}));
    expect(skeletons()).toHaveLength(0);
    expect(cards()).toEqual(['Add note']);
  });
});

describe('A note that is opened', () => {
  it('covers wall and navbar until it is closed, the focus in its title', async () => {
    const app = open();
    await openCard(app, /^Shopping/);
    expect(field('Title')).toHaveValue('Shopping');
    expect(field('Description')).toHaveValue('Milk');
    expect(field('Description')).toHaveAttribute('rows', '10');
    expect(field('Title')).toHaveFocus();
    expect(screen.queryByRole('navigation')).toBeNull();
    await app.user.click(button('Close'));
    expect(screen.getByRole('navigation')).toBeInTheDocument();
  });

  it('has its subtasks below its words, and saves what is changed in both', async () => {
    const app = renderApp(WALL, {
      tasks: [],
      notes: [note('Shopping', '- [x] Milk\n- [ ] Eggs\n- [ ] Tea')],
    });
    await openCard(app, /^Shopping/);
    expect(dialog()).toHaveTextContent('1 of 3');
    await app.write(field('Description'), 'For Sunday');
    await app.user.click(within(dialog()!).getByRole('checkbox', { name: 'Eggs' }));
    await app.user.type(field('Subtask 3'), ' and milk{Enter}Rice');
    await app.user.click(button('Save'));
    expect(app.sentOf('note/edit/requested')).toMatchObject([
      {
        payload: {
          payload: {
            fields: {
              noteDescription: 'For Sunday\n\n- [x] Milk\n- [x] Eggs\n- [ ] Tea and milk\n- [ ] Rice',
            },
          },
        },
      },
    ]);
  });

  it('sends nothing unchanged by Close, Esc or Save; its card has the focus again', async () => {
    const app = open();
    for (const close of [
      () => app.user.click(button('Close')),
      () => app.user.keyboard('{Escape}'),
      () => app.user.click(button('Save')),
    ]) {
      await openCard(app, /^Shopping/);
      await close();
      await waitFor(() => expect(dialog()).toBeNull());
      expect(app.path()).toBe(WALL);
      expect(app.sent.filter(({ type }) => /noteAddRequested|^note\//.test(type))).toEqual([]);
      expect(screen.getByRole('button', { name: /^Shopping/ })).toHaveFocus();
    }
  });

  it('is an entry of the history: Back closes it, and a second one leaves the wall', async () => {
    const app = renderApp(
      { pathname: WALL, state: { note: '-k0' }, key: 'b' },
      { tasks: [], notes, history: [WALL] },
    );
    await screen.findByRole('dialog');
    await app.user.click(button('Close'));
    await waitFor(() => expect(dialog()).toBeNull());
    expect(app.path()).toBe(WALL);
  });

  it('without a title, as other apps have it, is saved; a title that is there stays', async () => {
    const app = renderApp(WALL, { tasks: [], notes: [note('', 'Milk'), note('Garden', 'Beans')] });
    await openCard(app, /no title/);
    await app.write(field('Description'), ' and bread');
    await app.user.click(button('Save'));
    await waitFor(() => expect(dialog()).toBeNull());
    expect(app.sentOf('note/edit/requested').map(changeOf)).toMatchObject([
      { payload: { fields: note('', 'Milk and bread') } },
    ]);
    await openCard(app, /^Garden/);
    await app.user.clear(field('Title'));
    expect(button('Save')).toBeDisabled();
  });

  it('is deleted by its button, and closes', async () => {
    const app = open();
    await openCard(app, /^Shopping/);
    await app.user.click(button('Delete'));
    await waitFor(() => expect(dialog()).toBeNull());
    expect(app.sentOf('note/delete/requested').map(changeOf)).toMatchObject([{ payload: { fireId: '-k0' } }]);
  });

  it('can’t be saved without its title or description', async () => {
    const app = open();
    await openCard(app, /^Shopping/);
    for (const [name, value] of [
      ['Title', 'Shopping'],
      ['Description', 'Milk'],
    ] as const)
      for (const nothing of ['', '   ']) {
        await change(field(name), nothing);
        expect(button('Save')).toBeDisabled();
        await change(field(name), value);
        expect(button('Save')).toBeEnabled();
      }
  });

  it('takes what changes elsewhere into a field that nobody types in', async () => {
    const app = open();
    await openCard(app, /^Shopping/);
    await app.write(field('Description'), ' and bread');
    await app.answer(noteRecordsArrived({ '-k0': note('Market', 'Eggs') }));
    expect(field('Title')).toHaveValue('Market');
    expect(field('Description')).toHaveValue('Milk and bread');
    await app.user.click(button('Save'));
    await waitFor(() => expect(app.sentOf('note/edit/requested')).toHaveLength(1));
    expect(changeOf(app.sentOf('note/edit/requested')[0]!)).toMatchObject({
      payload: { base: note('Market', 'Milk'), fields: note('Market', 'Milk and bread') },
    });
  });

  it('that is deleted elsewhere says so', async () => {
    const app = open();
    await openCard(app, /^Shopping/);
    await app.answer(noteRecordsArrived({ '-k0': null }));
    expect(dialog()).toHaveTextContent('This note is gone.');
  });
});

describe('A new note', () => {
  it('is blank, leads by Enter from title to description, and is sent once by Save', async () => {
    const app = open();
    await openCard(app, 'Add note');
    expect(field('Title')).toHaveValue('');
    expect(within(dialog()!).queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(button('Save')).toBeDisabled();
    await app.user.type(field('Title'), 'Window{Enter}');
    expect(field('Description')).toHaveFocus();
    await app.user.paste('Needs a screw');
    await app.user.dblClick(button('Save'));
    await waitFor(() => expect(dialog()).toBeNull());
    expect(app.sentOf('notes/noteAddRequested')).toMatchObject([
      { payload: { fields: note('Window', 'Needs a screw') } },
    ]);
  });

  it.each([
    ['Title', 'description', note('Window', '')],
    ['Description', 'title', note('', 'Window')],
  ])('with words in %s alone says what is needed, and is saved anyway', async (name, needed, fields) => {
    const app = open();
    await openCard(app, 'Add note');
    await app.write(field(name), 'Window');
    expect(screen.getByText(`Still needed: ${needed}`)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save anyway' })).toBeNull();
    await app.user.keyboard('{Control>}{Enter}{/Control}');
    expect(button('Save anyway').parentElement).toHaveTextContent(`Still needed: ${needed} Save anyway`);
    expect(button('Save anyway')).toHaveFocus();
    expect(app.sentOf('notes/noteAddRequested')).toEqual([]);
    await app.user.keyboard('{Enter}');
    expect(app.sentOf('notes/noteAddRequested')).toMatchObject([{ payload: { fields } }]);
    await waitFor(() => expect(dialog()).toBeNull());
  });
});

describe('A note that is not saved', () => {
  const card = () => screen.getByRole('button', { name: /^Shopping/, hidden: true });

  it('says on its card that it waits, and in its form too that the server refused it', async () => {
    const app = open();
    await app.answer(operationKept(edit()));
    expect(card()).toHaveTextContent('ShoppingMilk and breadWaiting');
    await app.answer(operationBlocked(edit({ status: 'blocked', reason: 'Permission denied' })));
    expect(card()).toHaveTextContent('Not saved');
    await openCard(app, /^Shopping/);
    expect(screen.getByRole('alert')).toHaveTextContent('Not saved Permission denied');
    await app.user.click(button('Retry'));
    await app.user.click(button('Discard'));
    expect(app.sentOf('queue/retryRequested')).toMatchObject([{ payload: { itemKey: 'note:-k0' } }]);
    expect(app.sentOf('queue/discardRequested')).toMatchObject([{ payload: { itemKey: 'note:-k0' } }]);
    await app.answer(operationDiscarded(edit()));
    expect(field('Description')).toHaveValue('Milk');
  });

  it('that another device changed too shows what that had, to be taken or dismissed', async () => {
    const app = open();
    await app.answer(noticeArrived({ fields: { noteDescription: 'Eggs' } }));
    expect(card()).toHaveTextContent('2 versions');
    await openCard(app, /^Shopping/);
    const line = within(dialog()!).getByText(/^Another device had/);
    expect(line).toHaveTextContent('Description “Eggs”');
    expect(line).not.toHaveTextContent('Title');
    await app.user.click(button('Take theirs'));
    const [edited] = app.sentOf('note/edit/requested') as unknown as { payload: Operation }[];
    const [dismissed] = app.sentOf('note/dismiss/requested') as unknown as { payload: Operation }[];
    expect(edited!.payload.payload).toMatchObject({
      fields: { noteTitle: 'Shopping', noteDescription: 'Eggs' },
    });
    expect(dismissed!.payload.changeId).toBe(edited!.payload.id);
    expect(within(dialog()!).queryByText(/^Another device had/)).not.toBeInTheDocument();
  });

  it('that came back with an edit says so, and can be deleted again', async () => {
    const app = open();
    await app.answer(noticeArrived({ isBack: true }));
    expect(card()).toHaveTextContent('Deleted elsewhere');
    await openCard(app, /^Shopping/);
    expect(within(dialog()!).getByText(/^Deleted on another device, but kept/)).toBeInTheDocument();
    await app.user.click(button('Delete again'));
    expect(app.sentOf('note/delete/requested')).toMatchObject([{ payload: { payload: { fireId: '-k0' } } }]);
  });
});
