import { screen, waitFor, within } from '@testing-library/react';
import type { Repeat } from '../../../src/repeats/repeat';
import type { TaskFields } from '../../../src/tasks/task';
import { taskRecordsArrived } from '../../../src/tasks/tasksSlice';
import { change, renderApp, task } from '../../support/app/renderApp';

// Today is Tuesday, 10 March 2026.

type App = ReturnType<typeof renderApp>;
const repeats = () => within(screen.getByRole('group', { name: 'Repeats' }));
const often = () => repeats().getByLabelText('How often');
const words = () => screen.getByRole('group', { name: 'Repeats' }).textContent;
const dueDate = () => screen.getByLabelText('Due Date');
const FORTNIGHT = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=MO';

describe('The form of a new task', () => {
  async function fill(app: App, due: string) {
    await app.user.type(screen.getByPlaceholderText('Title of your task'), 'Bins');
    await app.user.type(screen.getByPlaceholderText('Description'), 'Glass');
    await app.user.selectOptions(screen.getByLabelText('List'), 'Work');
    await change(dueDate(), due);
  }
  const added = (app: App) => {
    const [sent] = app.sentOf('tasks/taskAddRequested') as unknown as {
      payload: { fields: TaskFields; repeat?: Repeat };
    }[];
    return sent!.payload;
  };

  it('says the rule in words with its next days, and adds it', async () => {
    const app = renderApp('/tasks/new', { tasks: [] });
    await fill(app, '2026-03-10');
    expect(often()).toHaveValue('never');
    await app.user.selectOptions(often(), 'Every week');
    await app.user.click(repeats().getByRole('checkbox', { name: 'Friday' }));
    expect(words()).toContain('Every Tuesday and Friday. Next: today · Fri 13 Mar · Tue 17 Mar');
    await app.user.click(screen.getByRole('button', { name: 'Add Task' }));
    await waitFor(() =>
      expect(added(app)).toMatchObject({
        fields: { taskDueDay: '2026-03-10' },
        repeat: { rule: 'FREQ=WEEKLY;BYDAY=TU,FR;WKST=MO', first: '2026-03-10', at: '2026-03-10' },
      }),
    );
  });

  it('begins on a day of its rule, also where the due day was set behind it', async () => {
    const app = renderApp('/tasks/new', { tasks: [] });
    await fill(app, '2026-03-10');
    await app.user.selectOptions(often(), 'Every week');
    await change(dueDate(), '2026-03-12');
    expect(words()).toContain('Next: Tue 17 Mar');
    await app.user.click(screen.getByRole('button', { name: 'Add Task' }));
    await waitFor(() =>
      expect(added(app)).toMatchObject({
        fields: { taskDueDay: '2026-03-17' },
        repeat: { first: '2026-03-17', at: '2026-03-17' },
      }),
    );
  });

  it('refuses a rule that never comes, also by keys, and numbers out of range', async () => {
    const app = renderApp('/tasks/new', { tasks: [] });
    await fill(app, '2026-03-10');
    await app.user.selectOptions(often(), 'Every day');
    await app.user.selectOptions(repeats().getByLabelText('Ends'), 'On a day');
    await change(repeats().getByLabelText('Last day'), '2026-03-01');
    expect(words()).toContain('This never comes');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Task' })).toBeDisabled());
    await app.user.keyboard('{Control>}{Enter}{/Control}');
    expect(app.sentOf('tasks/addAtOnceRequested')).toEqual([]);
    await app.user.selectOptions(repeats().getByLabelText('Ends'), 'Never');
    await change(repeats().getByLabelText('Every how many days'), '0');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Task' })).toBeDisabled());
    await change(repeats().getByLabelText('Every how many days'), '2');
    await app.user.click(screen.getByRole('button', { name: 'Add Task' }));
    await waitFor(() => expect(added(app)).toMatchObject({ repeat: { rule: 'FREQ=DAILY;INTERVAL=2' } }));
  });
});

describe('The form of a task', () => {
  const open = async (repeat: Repeat | null, due: string) => {
    const app = renderApp('/tasks/personal/12/edit', {
      tasks: [task(12, 'Bins', { taskDueDate: `${due}T00:00:00.000Z` })],
    });
    await app.arrive('repeats', { '-k0': repeat });
    return app;
  };
  const save = (app: App) => app.user.click(screen.getByRole('button', { name: 'Save Changes' }));
  const sent = (app: App, kind: 'edit' | 'repeat') =>
    (app.sentOf(`task/${kind}/requested`) as unknown as { payload: { payload: object } }[]).map(
      ({ payload }) => payload.payload,
    );

  it('brings a new rule’s day along with the rule: both are one step', async () => {
    const app = await open(null, '2026-03-12');
    await app.user.selectOptions(often(), 'Every month');
    await app.user.selectOptions(repeats().getByLabelText('On'), 'The last day');
    expect(dueDate()).toHaveValue('2026-03-31');
    await save(app);
    await waitFor(() => expect(sent(app, 'repeat')).toHaveLength(1));
    expect(sent(app, 'edit')).toMatchObject([{ fields: { taskDueDay: '2026-03-12' } }]);
    const [last] = ['2026-03-31'];
    expect(sent(app, 'repeat')).toMatchObject([
      { repeat: { rule: 'FREQ=MONTHLY;BYMONTHDAY=-1', first: last, at: last }, due: last },
    ]);
    const steps = ['task/edit/requested', 'task/repeat/requested'].map(type => {
      const [{ payload }] = app.sentOf(type) as unknown as [{ payload: { id: string; changeId?: string } }];
      return payload.changeId ?? payload.id;
    });
    expect(steps[0]).toBe(steps[1]);
  });

  it('moves one occurrence by its due date: the rule stays', async () => {
    const app = await open({ rule: FORTNIGHT, first: '2026-03-10', at: '2026-03-10' }, '2026-03-10');
    await change(dueDate(), '2026-03-12');
    await save(app);
    await waitFor(() => expect(sent(app, 'edit')).toMatchObject([{ fields: { taskDueDay: '2026-03-12' } }]));
    expect(sent(app, 'edit')).toMatchObject([{ at: '2026-03-10' }]);
    expect(sent(app, 'repeat')).toEqual([]);
  });

  it('keeps the days of a moved occurrence where the end alone is new', async () => {
    const stored = { rule: FORTNIGHT, first: '2026-02-24', at: '2026-03-10' };
    const app = await open(stored, '2026-03-12');
    expect(words()).toContain('Next: Thu 12 Mar · Tue 24 Mar · Tue 7 Apr');
    await app.user.selectOptions(repeats().getByLabelText('Ends'), 'On a day');
    await change(repeats().getByLabelText('Last day'), '2026-04-30');
    expect(dueDate()).toHaveValue('2026-03-12');
    await save(app);
    await waitFor(() => expect(sent(app, 'repeat')).toHaveLength(1));
    expect(sent(app, 'edit')).toMatchObject([{ fields: { taskDueDay: '2026-03-12' } }]);
    const [{ repeat, ...rest }] = sent(app, 'repeat') as [{ repeat: Repeat }];
    expect(repeat).toEqual({ ...stored, rule: `${FORTNIGHT};UNTIL=20260430` });
    expect(rest).not.toHaveProperty('due');
  });

  it('is back where it stood once the stored rule is chosen again', async () => {
    const app = await open({ rule: 'FREQ=DAILY', first: '2026-03-01', at: '2026-03-10' }, '2026-03-12');
    await app.user.selectOptions(often(), 'Every weekday');
    expect(dueDate()).toHaveValue('2026-03-10');
    await app.user.selectOptions(often(), 'Every day');
    expect(dueDate()).toHaveValue('2026-03-12');
  });

  it('ends a repeat, and gives the task the day that was typed with it', async () => {
    const app = await open({ rule: FORTNIGHT, first: '2026-03-10', at: '2026-03-10' }, '2026-03-10');
    await app.user.selectOptions(often(), 'Never');
    await change(dueDate(), '2026-03-13');
    await save(app);
    await waitFor(() => expect(sent(app, 'repeat')).toMatchObject([{ repeat: null, due: '2026-03-13' }]));
    expect(sent(app, 'edit')).toMatchObject([{ fields: { taskDueDay: '2026-03-10' } }]);
  });

  it('says that a rule is another program’s, and leaves it', async () => {
    const foreign = { rule: 'FREQ=MONTHLY;BYDAY=MO,TU', first: '2026-03-02', at: '2026-03-10' };
    const app = await open(foreign, '2026-03-10');
    expect(often()).toHaveDisplayValue('A rule from another app');
    await save(app);
    await waitFor(() => expect(sent(app, 'edit')).toHaveLength(1));
    expect(sent(app, 'repeat')).toEqual([]);
  });

  it('keeps the repeat of a task that was deleted elsewhere and is kept as new', async () => {
    const app = await open({ rule: FORTNIGHT, first: '2026-03-10', at: '2026-03-10' }, '2026-03-10');
    await change(screen.getByLabelText('Title'), 'Bins and glass');
    await app.answer(taskRecordsArrived({ '-k0': null }));
    await app.user.click(screen.getByRole('button', { name: 'Keep as new' }));
    expect(app.sentOf('tasks/addAtOnceRequested')).toMatchObject([
      { payload: { fields: { taskName: 'Bins and glass' }, repeat: { rule: FORTNIGHT, at: '2026-03-10' } } },
    ]);
  });
});
