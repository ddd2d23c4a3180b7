import { Profiler } from 'react';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { createStore } from '../../../src/app/store';
import { bodyOf } from '../../../src/tasks/task';
import { TaskRow } from '../../../src/tasks/views/row/TaskRow';
import { taskRecordsArrived, tasksLoaded } from '../../../src/tasks/tasksSlice';
import { dayChanged } from '../../../src/ui/uiSlice';
import { records, renderApp, task, TODAY } from '../../support/app/renderApp';

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => task(at + 1, `Task ${String(at + 1).padStart(5, '0')}`));
const rows = () => within(document.querySelector<HTMLElement>('main [data-rows]')!).getAllByRole('listitem');

/** The number of rows that fit into jsdom's window. */
const IN_VIEW = Math.ceil(window.innerHeight / 52);

describe('A long list', () => {
  it.each([50, 2000])(
    'of %i tasks has what is in view and little more, and says how many there are',
    count => {
      renderApp('/tasks/today', { tasks: many(count) });
      expect(rows()).toHaveLength(IN_VIEW + 6);
      expect(rows()[0]).toHaveTextContent('Task 00001');
      expect(rows()[0]).toHaveAttribute('aria-setsize', String(count));
      expect(rows().map(row => row.getAttribute('aria-posinset'))).toEqual(
        rows().map((_, at) => `${at + 1}`),
      );
    },
  );

  it('has some more around what is scrolled to, and the row that has the focus', () => {
    renderApp('/tasks/today', { tasks: many(2000) });
    const first = screen.getByRole('link', { name: /^Task 00001/ });
    const scroller = document.querySelector('main [data-rows]')!.parentElement!;
    act(() => first.focus());
    act(() => {
      scroller.scrollTop = 52 * 1000;
      scroller.dispatchEvent(new Event('scroll'));
    });
    expect(first).toHaveFocus();
    act(() => first.blur());
    act(() => void scroller.dispatchEvent(new Event('scroll')));
    expect(rows()[0]).toHaveTextContent('Task 00995');
    expect(rows()).toHaveLength(6 + IN_VIEW + 6);
  });
});

it('A short list stands whole in the page', () => {
  renderApp('/tasks/today', { tasks: many(49) });
  expect(rows()).toHaveLength(49);
});

it('A row opens without loading the page, unless a tab of its own is asked for', async () => {
  renderApp('/tasks/today', { tasks: many(2) });
  const row = screen.getByRole('link', { name: /^Task 00001/ });
  expect(row).toHaveAttribute('href', '/tasks/today/1/edit');
  expect(fireEvent.click(row, { button: 1 })).toBe(true);
  expect(screen.queryByLabelText('Title')).toBeNull();
  expect(fireEvent.click(row)).toBe(false);
  expect(await screen.findByLabelText('Title')).toHaveValue('Task 00001');
});

it('A change renders only the row that it concerns', () => {
  const { store } = createStore();
  store.dispatch(dayChanged(TODAY));
  store.dispatch(tasksLoaded(records(many(5))));
  const rendered: string[] = [];
  render(
    <Provider store={store}>
      <MemoryRouter>
        {[1, 2, 3, 4, 5].map(taskId => (
          <Profiler key={taskId} id={String(taskId)} onRender={id => rendered.push(id)}>
            <TaskRow taskId={taskId} list="today" today={TODAY} isOpen={false} />
          </Profiler>
        ))}
      </MemoryRouter>
    </Provider>,
  );
  rendered.length = 0;
  const changed = { ...BREAD, taskName: 'Changed' };
  act(() => void store.dispatch(taskRecordsArrived({ '-k2': bodyOf(changed, 3) })));
  expect(rendered).toEqual(['3']);
});

const BREAD = { taskName: 'Bread', taskDescription: '', taskList: 'personal' as const, taskDueDay: TODAY };

it('A row that goes to another section keeps the focus', async () => {
  const { store, user } = renderApp('/tasks/personal', { tasks: [task(1, 'Bread'), task(2, 'Milk')] });
  await user.keyboard('j');
  const row = () => screen.getByRole('link', { name: /^Bread/ });
  expect(row()).toHaveFocus();
  const before = row();
  const record = bodyOf({ ...BREAD, taskDueDay: '2031-01-01' }, 1);
  act(() => void store.dispatch(taskRecordsArrived({ '-k0': record })));
  expect(row()).not.toBe(before);
  expect(row()).toHaveFocus();
});
