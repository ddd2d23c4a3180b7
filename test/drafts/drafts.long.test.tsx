import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { signedOut } from '../../src/auth/authSlice';
import { taskAddFailed, taskRecordsArrived } from '../../src/tasks/tasksSlice';
import { bodyOf } from '../../src/tasks/task';
import { coalesce } from '../../src/app/store/kinds';
import { createStore } from '../../src/app/store';
import { noteRecordsArrived } from '../../src/notes/noteKinds';
import { openQueue } from '../../src/sync/queue/queue';
import { noValues } from '../../src/tasks/form/taskValues';
import { fakeServices, userDataOf } from '../support/devices/fakeServices';
import { keptDrafts, openBrowser } from '../support/app/drafts';
import { change, records, renderApp, task } from '../support/app/renderApp';

const tasks = [task(12, 'Bread'), task(13, 'Milk')];
const notes = [{ noteTitle: 'Shopping', noteDescription: 'Milk' }];
const EDIT = '/tasks/today/12/edit';
type App = ReturnType<typeof renderApp>;
type Options = NonNullable<Parameters<typeof renderApp>[1]>;
let browser: ReturnType<typeof openBrowser>;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Opens the app in a tab with this id, reading localStorage as after a reload. */
async function open(path: string, { tab = 'one', ...options }: Options & { tab?: string } = {}) {
  const drafts = options.drafts ?? browser.tab(tab);
  const app = renderApp(path, { tasks, notes, ...options, drafts });
  if (path !== '/tasks/sticky-wall') await screen.findByRole('heading', { name: 'Task:' });
  return app;
}

const field = (name: string) => screen.getByLabelText(name);
const restored = () => screen.queryByText(/^Draft restored/);
const kept = () => keptDrafts('ada');
async function openNote(app: App, name: string | RegExp) {
  await app.user.click(screen.getByRole('button', { name }));
  await screen.findByRole('dialog');
}

describe('Words that were typed and not submitted', () => {
  it.each([
    ['Close', (app: App) => app.user.click(screen.getByRole('button', { name: 'Close' }))],
    ['another page', (app: App) => Promise.resolve(app.go('/tasks/work'))],
    ['the end of the session', (app: App) => app.answer(signedOut())],
  ])('of a new task survive %s', async (_, leave) => {
    const app = await open('/tasks/new');
    await app.write(field('Title'), 'Dark bread');
    await leave(app);
    app.unmount();
    await open('/tasks/new');
    expect(field('Title')).toHaveValue('Dark bread');
    expect(restored()).toBeInTheDocument();
  });

  it('of a task’s form come back in that form, over what the person saw', async () => {
    const app = await open(EDIT);
    await app.user.type(field('Title'), ' and butter');
    app.unmount();
    const again = await open(EDIT);
    expect(field('Title')).toHaveValue('Bread and butter');
    await again.answer(
      taskRecordsArrived({
        '-k0': bodyOf(
          { taskName: 'Rye', taskDescription: 'W', taskList: 'personal', taskDueDay: '2026-03-10' },
          12,
        ),
      }),
    );
    expect(field('Title')).toHaveValue('Bread and butter');
    expect(field('Description')).toHaveValue('W');
    await again.user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(again.sentOf('task/edit/requested')).toHaveLength(1));
    expect(again.sentOf('task/edit/requested')[0]).toMatchObject({
      payload: { payload: { base: { taskName: 'Bread' }, fields: { taskName: 'Bread and butter' } } },
    });
  });

  it('of a task without a title are offered on no other one, nor to a new one', async () => {
    const app = await open(EDIT);
    await app.user.clear(field('Title'));
    app.go('/tasks/today/13/edit');
    expect(field('Title')).toHaveValue('Milk');
    expect(restored()).toBeNull();
    app.go('/tasks/new');
    expect(field('Title')).toHaveValue('');
    app.go(EDIT);
    expect(field('Title')).toHaveValue('');
    expect(restored()).toBeInTheDocument();
  });

  it('of a new note survive Esc, in its form alone', async () => {
    const app = await open('/tasks/sticky-wall');
    await openNote(app, 'Add note');
    await app.write(field('Title'), 'Window');
    await app.user.keyboard('{Escape}');
    await openNote(app, /^Shopping/);
    expect(field('Title')).toHaveValue('Shopping');
    expect(restored()).toBeNull();
    await app.user.keyboard('{Escape}');
    await openNote(app, 'Add note');
    expect(field('Title')).toHaveValue('Window');
    expect(restored()).toBeInTheDocument();
  });

  it('are never shown to another user', async () => {
    const app = await open('/tasks/new');
    await app.write(field('Title'), 'Secret');
    app.unmount();
    await open('/tasks/new', { user: { id: 'bob', email: 'bob@example.org', expiryDate: '' } });
    expect(field('Title')).toHaveValue('');
  });

  it('are stored at once when the page is hidden', async () => {
    await open('/tasks/new');
    await change(field('Title'), 'Dark bread');
    expect(kept()).toEqual([]);
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(kept()).toMatchObject([{ form: 'task/new', tab: 'one', values: { taskName: 'Dark bread' } }]);
  });

  it('are stored 150 ms after the first key, once, when the page does not go', async () => {
    await open('/tasks/new');
    jest.useFakeTimers();
    const writes = jest.spyOn(Storage.prototype, 'setItem');
    await act(async () =>
      ['Dark', 'Dark bread'].forEach(value => fireEvent.change(field('Title'), { target: { value } })),
    );
    await act(() => jest.advanceTimersByTimeAsync(150));
    expect(kept()).toMatchObject([{ values: { taskName: 'Dark bread' } }]);
    expect(writes).toHaveBeenCalledTimes(1);
  });

  it('that are very long are stored when the page is left', async () => {
    await open('/tasks/new');
    jest.useFakeTimers();
    const long = 'x'.repeat(500_001);
    await change(field('Description'), long);
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(kept()).toEqual([]);
    dispatchEvent(new Event('pagehide'));
    expect(kept()).toMatchObject([{ values: { taskDescription: long } }]);
  });
});

describe('A draft', () => {
  it('is gone when it is discarded, and the form has what its task has', async () => {
    const app = await open(EDIT);
    await app.write(field('Title'), ' and butter');
    app.unmount();
    const again = await open(EDIT);
    await again.user.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(field('Title')).toHaveValue('Bread');
    expect(screen.getByRole('heading', { name: 'Task:' })).toHaveFocus();
    expect(restored()).toBeNull();
    again.unmount();
    await waitFor(() => expect(kept()).toEqual([]));
  });

  it('is gone when its task is deleted', async () => {
    const app = await open(EDIT);
    await app.write(field('Title'), ' and butter');
    await app.user.click(screen.getByRole('button', { name: 'Delete Task' }));
    app.unmount();
    await waitFor(() => expect(kept()).toEqual([]));
  });

  it('is there again when the server refuses what was submitted', async () => {
    const app = await open('/tasks/new');
    await change(field('Title'), 'Bread');
    await change(field('Description'), 'Words');
    await change(field('Due Date'), '2026-03-10');
    await app.user.selectOptions(field('List'), 'Work');
    await app.user.click(screen.getByRole('button', { name: 'Add Task' }));
    await waitFor(() => expect(app.sentOf('tasks/taskAddRequested')).toHaveLength(1));
    const { operationId } = app.sentOf('tasks/taskAddRequested')[0]!.payload as { operationId: string };
    await app.answer(taskAddFailed({ operationId, message: 'Permission denied' }));
    app.unmount();
    await open('/tasks/new');
    expect(field('Title')).toHaveValue('Bread');
  });

  it.each([{}, { base: {}, values: {} }, { base: null, values: null }])(
    'that is broken is none: %j',
    async broken => {
      localStorage.setItem('daywall-draft/ada/task/12/one', JSON.stringify(broken));
      await open(EDIT);
      expect(field('Title')).toHaveValue('Bread');
      expect(restored()).toBeNull();
    },
  );
});

describe('What was submitted is an operation, and no draft, in the turn of the submit', () => {
  /** All sagas on a device whose database does not answer. */
  async function openSlow(path: string) {
    const { store, run } = createStore();
    const drafts = browser.tab('one');
    const services = {
      ...fakeServices({ userData: userDataOf('ada'), tasks: records(tasks), notes: records(notes) }),
      drafts,
    };
    services.election.set(false);
    const database = { use: () => new Promise<never>(() => undefined), onLoss: () => undefined };
    run({ ...services, queue: openQueue({ coalesce, database }) });
    return open(path, { drafts, store });
  }
  const operations = () =>
    Object.entries(localStorage as unknown as Record<string, string>)
      .filter(([key]) => key.startsWith('daywall-op/ada/'))
      .flatMap(([, stored]) => JSON.parse(stored) as { kind: string }[])
      .map(({ kind }) => kind);
  const expectSubmitted = async (button: string, kind: string) => {
    dispatchEvent(new Event('pagehide'));
    expect([operations(), kept().length]).toEqual([[], 1]);
    fireEvent.click(screen.getByRole('button', { name: button }));
    await Promise.resolve();
    expect(operations()).toContain(kind);
    expect(kept()).toEqual([]);
    await act(async () => undefined);
  };

  it.each([
    ['a new task', '/tasks/new', 'Add Task', 'task/add'],
    ['a task that is edited', EDIT, 'Save Changes', 'task/edit'],
  ])('%s', async (_, path, button, kind) => {
    const app = await openSlow(path);
    await change(field('Title'), 'Rye');
    await change(field('Description'), 'Words');
    await change(field('Due Date'), '2026-03-10');
    await app.user.selectOptions(field('List'), 'Work');
    await expectSubmitted(button, kind);
  });

  it.each([
    ['a new note', 'Add note', 'note/add'],
    ['a note that is edited', /^Shopping/, 'note/edit'],
  ])('%s', async (_, name, kind) => {
    const app = await openSlow('/tasks/sticky-wall');
    await openNote(app, name);
    await change(field('Title'), 'Window');
    await change(field('Description'), 'Putty');
    await expectSubmitted('Save', kind);
  });

  it('and what is typed since is a draft over it', async () => {
    await openSlow(EDIT);
    await change(field('Title'), 'Rye');
    await expectSubmitted('Save Changes', 'task/edit');
    await change(field('Description'), 'More');
    dispatchEvent(new Event('pagehide'));
    expect(kept()).toMatchObject([
      { base: { taskName: 'Rye' }, values: { taskName: 'Rye', taskDescription: 'More' } },
    ]);
  });
});

describe('Words of another tab', () => {
  const offer = () => screen.queryByText(/^Text from/)?.parentElement ?? null;
  const press = (app: App, name: string) => app.user.click(within(offer()!).getByRole('button', { name }));

  it('that is open are offered, never written over, and taken on request', async () => {
    const first = await open('/tasks/new');
    await change(field('Title'), 'Mine');
    first.unmount();
    const second = await open('/tasks/new', { tab: 'two' });
    expect(field('Title')).toHaveValue('');
    expect(offer()).toHaveTextContent('Text from another tab: “Mine” Use it Discard');
    await change(field('Title'), 'Other');
    await waitFor(() => expect(kept()).toHaveLength(2));

    await press(second, 'Use it');
    expect(field('Title')).toHaveValue('Mine');
    await waitFor(() => expect(offer()).toHaveTextContent('“Other”'));
    second.unmount();
    await waitFor(async () =>
      expect(
        kept()
          .map(({ tab, values }) => [tab === 'two', values.taskName])
          .sort(),
      ).toEqual([
        [false, 'Other'],
        [true, 'Mine'],
      ]),
    );
  });

  it('are gone for good when they are discarded', async () => {
    const first = await open('/tasks/new');
    await change(field('Title'), 'Mine');
    first.unmount();
    const second = await open('/tasks/new', { tab: 'two' });
    await press(second, 'Discard');
    expect(offer()).toBeNull();
    await waitFor(() => expect(kept()).toEqual([]));
  });

  it('are offered while both forms are open, until that one submits or discards them', async () => {
    await open('/tasks/new', { tab: 'two' });
    const other = browser.tab('one');
    const draft = { base: { ...noValues }, values: { ...noValues, taskName: 'Mine' } };
    other.write('ada', 'task/new', draft);
    await waitFor(() => expect(offer()).toHaveTextContent('“Mine”'));
    other.write('ada', 'task/new', null);
    await waitFor(() => expect(offer()).toBeNull());
  });

  it('that is closed are in the form again, and become this tab’s own', async () => {
    const first = await open('/tasks/new');
    await change(field('Title'), 'Mine');
    first.unmount();
    browser.close('one');
    await open('/tasks/new', { tab: 'two' });
    expect(field('Title')).toHaveValue('Mine');
    expect(restored()).toBeInTheDocument();
    await waitFor(async () => expect(kept().map(({ tab }) => tab)).toEqual(['two']));
  });

  it('that is closed are offered where this tab has words of its own', async () => {
    for (const tab of ['one', 'two']) {
      const app = await open('/tasks/new', { tab });
      await change(field('Title'), `Of ${tab}`);
      app.unmount();
    }
    browser.close('one');
    await open('/tasks/new', { tab: 'two' });
    expect(field('Title')).toHaveValue('Of two');
    expect(offer()).toHaveTextContent('Text from an earlier visit: “Of one”');
  });
});

test('Words made into a note are alone in a new one, and an older draft is offered', async () => {
  const app = await open('/tasks/sticky-wall');
  await openNote(app, 'Add note');
  await app.write(field('Title'), 'Window');
  await app.user.keyboard('{Escape}');
  app.go(EDIT);
  await app.user.click(screen.getByRole('button', { name: 'Turn into a note' }));
  await screen.findByRole('dialog');
  expect(field('Title')).toHaveValue('Bread');
  expect(field('Description')).toHaveValue('Words');
  expect(restored()).toBeNull();
  expect(screen.getByText('Text from an earlier visit: “Window”')).toBeInTheDocument();
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(app.path()).toBe(EDIT));
  app.go('/tasks/sticky-wall');
  await openNote(app, 'Add note');
  expect(field('Title')).toHaveValue('Window');
});

describe('When another device deletes what a form is open on', () => {
  const gone = () => screen.queryByText(/^It was deleted on another device/);

  it('what was typed stays where it is, and becomes a task of its own', async () => {
    const app = await open(EDIT);
    const title = field('Title');
    await app.write(title, ' and butter');
    await app.answer(taskRecordsArrived({ '-k0': null }));
    expect(field('Title')).toBe(title);
    expect(title).toHaveFocus();
    expect(title).toHaveValue('Bread and butter');
    expect(gone()).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Save|Delete/ })).toBeNull();
    await app.user.clear(title);
    await app.write(title, 'Bread');
    expect(field('Title')).toBe(title);
    await app.user.click(screen.getByRole('button', { name: 'Keep as new' }));
    expect(app.sentOf('tasks/addAtOnceRequested')).toMatchObject([
      { payload: { fields: { taskName: 'Bread', taskDescription: 'Words', taskDueDay: '2026-03-10' } } },
    ]);
    expect(app.path()).toBe('/tasks/today');
  });

  it('what was typed is given up on request, and the form says that the task is gone', async () => {
    const app = await open(EDIT);
    await app.write(field('Title'), ' and butter');
    await app.answer(taskRecordsArrived({ '-k0': null }));
    await app.user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByText(/This task is gone/)).toBeInTheDocument();
    await waitFor(() => expect(kept()).toEqual([]));
  });

  it('what was typed is there after a reload, and goes on when the task is put back', async () => {
    const app = await open(EDIT);
    await app.write(field('Title'), ' and butter');
    await app.answer(taskRecordsArrived({ '-k0': null }));
    app.unmount();
    const again = await open(EDIT, { tasks: tasks.slice(1) });
    expect(field('Title')).toHaveValue('Bread and butter');
    expect(gone()).toBeInTheDocument();
    await again.answer(taskRecordsArrived({ '-k9': tasks[0]! }));
    expect(field('Title')).toHaveValue('Bread and butter');
    expect(gone()).toBeNull();
    expect(screen.getByRole('button', { name: 'Save Changes' })).toBeEnabled();
  });

  it.each(['Keep as new', 'Discard'])('the words of a note stay as well: %s', async choice => {
    const app = await open('/tasks/sticky-wall');
    await openNote(app, /^Shopping/);
    const words = field('Description');
    await app.write(words, ' and eggs');
    await app.answer(noteRecordsArrived({ '-k0': null }));
    expect(field('Description')).toBe(words);
    expect(words).toHaveValue('Milk and eggs');
    expect(gone()).toBeInTheDocument();
    await app.user.click(screen.getByRole('button', { name: choice }));
    const added = app.sentOf('notes/noteAddRequested');
    if (choice === 'Discard') {
      expect(added).toEqual([]);
      expect(screen.getByText('This note is gone.')).toBeInTheDocument();
      await waitFor(() => expect(kept()).toEqual([]));
    } else {
      expect(added).toMatchObject([
        { payload: { fields: { noteTitle: 'Shopping', noteDescription: 'Milk and eggs' } } },
      ]);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });
});

describe('A device that keeps nothing', () => {
  const fail = (name: string) =>
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('No', name);
    });

  it.each([
    ['QuotaExceededError', 'This device is full: what you type here won’t be kept.'],
    ['SecurityError', 'This device is full or can’t store drafts: what you type here won’t be kept.'],
  ])('lets people type all the same, and says so until there is space: %s', async (name, words) => {
    const app = await open('/tasks/new');
    const failing = fail(name);
    expect(screen.queryByRole('alert')).toBeNull();
    await app.write(field('Title'), 'Dark');
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(field('Title')).toHaveValue('Dark');
    await app.user.clear(field('Title'));
    expect(screen.queryByText(words)).toBeNull();
    await app.write(field('Title'), 'Dark');
    expect(await screen.findByText(words)).toBeInTheDocument();
    failing.mockRestore();
    await app.write(field('Title'), ' bread');
    await waitFor(() => expect(screen.queryByText(words)).toBeNull());
    await waitFor(() => expect(kept()).toMatchObject([{ values: { taskName: 'Dark bread' } }]));
  });
});
