import type { Repeat } from '../../../src/repeats/repeat';
import { selectTaskOthers, selectTaskSync } from '../../../src/tasks/tasksSelectors';
import { taskOf, tickOf } from './acts';
import { deviceOn, type Page } from './devices';
import { fakeDatabase } from './fakeDatabase';
import { taskRecord } from '../app/operations';
import { advance } from '../app/time';

/** Bins each Tuesday, with the first one open. */
export const tuesdays: Repeat = {
  rule: 'FREQ=WEEKLY;BYDAY=TU;WKST=MO',
  first: '2026-11-24',
  at: '2026-11-24',
};
/** A day as a due date on the wire. */
export const stored = (day: string) => `${day}T00:00:00.000Z`;

export const daysLater = (days: number) => jest.setSystemTime(Date.now() + days * 86_400_000);

export const tick = (page: Page) => page.dispatch(tickOf(page));

/** So many devices with one task that repeats. `expectAt` says what is open, and noted, everywhere, without a conflict. */
export async function bins(count = 1, { repeat = tuesdays, taskDescription = 'Description' } = {}) {
  const database = fakeDatabase({
    tasks: { t1: taskRecord(1, { taskName: 'Bins', taskDescription, taskDueDate: stored(repeat.at) }) },
    repeats: { t1: { ...repeat } },
  });
  const devices = Array.from({ length: count }, () => deviceOn(database));
  const pages: Page[] = [];
  for (const device of devices) pages.push(await device.open());
  await advance(300);
  const expectAt = (at: string, days: string[], due = at) => {
    expect(database.lists.repeats).toMatchObject({ t1: { ...repeat, at } });
    expect(Object.keys((database.lists.occurrences.t1 as object | undefined) ?? {}).sort()).toEqual(days);
    expect(database.lists.tasks.t1).toMatchObject({ taskDueDate: stored(due) });
    expect(database.lists['trash/tasks']).toEqual({});
    for (const page of pages) {
      expect(taskOf(page)).toMatchObject({ taskDueDay: due, doneAt: null, repeat: { at } });
      expect(selectTaskSync(page.getState(), 1).type).toBe('saved');
      expect(selectTaskOthers(page.getState(), 1)).toBeUndefined();
    }
  };
  return { database, devices, pages: pages as [Page, ...Page[]], expectAt };
}
