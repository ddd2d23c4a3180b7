import { act, screen, within } from '@testing-library/react';
import { settingsArrived } from '../../src/settings/settingsSlice';
import { renderApp, task } from '../support/app/renderApp';

const on = (taskDueDate: string) => ({ taskDueDate: `${taskDueDate}T00:00:00.000Z` });
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

async function open(path: string, tasks: ReturnType<typeof task>[] = []) {
  const app = renderApp(path, { tasks, notes: [] });
  await screen.findByRole('heading', { level: 1 });
  return app;
}

describe('The calendar', () => {
  it.each(['/calendar', '/calendar/month', '/calendar/month/2026-13-01', '/calendar/year/2026-03-10'])(
    'leads from %s to the month of today',
    async from => {
      const { path } = await open(from);
      expect(path()).toBe('/calendar/month/2026-03-10');
      expect(heading()).toBe('March 2026');
      expect(document.title).toBe('March 2026 · Daywall');
    },
  );

  it('goes back, to today and forward by one key each, from a week too', async () => {
    const { path, user } = await open('/calendar/month/2026-05-31');
    await user.keyboard('f');
    expect(path()).toBe('/calendar/month/2026-06-30');
    await user.keyboard('c');
    expect(path()).toBe('/calendar/month/2026-03-10');
    await user.click(screen.getByRole('link', { name: 'Week' }));
    await user.keyboard('b');
    expect(path()).toBe('/calendar/week/2026-03-03');
    await user.click(screen.getByRole('link', { name: 'Next week' }));
    expect(path()).toBe('/calendar/week/2026-03-10');
    await user.keyboard('gtbcf');
    expect(path()).toBe('/tasks/today');
  });

  it('has the week of its day, from the first day that the settings say', async () => {
    const { store } = await open('/calendar/week/2026-03-10');
    act(() => void store.dispatch(settingsArrived({ firstDayOfWeek: 6 })));
    expect(heading()).toMatch(/^7.*13 March 2026$/);
  });

  it('opens a task beside it, and Close leads back', async () => {
    const tasks = [task(1, 'Milk', on('2026-03-12'))];
    const { path, user } = await open('/calendar/week/2026-03-10', tasks);
    await user.click(screen.getByRole('link', { name: /^Milk/ }));
    expect(path()).toBe('/calendar/week/2026-03-10/1/edit');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(path()).toBe('/calendar/week/2026-03-10');
  });

  it('is in the sidebar above the lists of tasks', async () => {
    await open('/calendar/month/2026-03-10');
    const link = within(screen.getByRole('navigation')).getByRole('link', { name: 'Calendar' });
    expect(link).toHaveAttribute('aria-current', 'page');
  });
});
