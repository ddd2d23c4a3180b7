import {
  calendarAt,
  calendarPath,
  closePath,
  editPath,
  isAuthPath,
  isEditPath,
  isSignedInPath,
  isTitle,
  listAt,
  needsTasks,
  paths,
  tagOf,
} from '../../src/routes';

test.each([
  ['/', false, true, false],
  ['/tasks', true, true, false],
  ['/tasks/today/12/edit', true, true, false],
  ['/day', true, true, false],
  ['/day/12/edit', true, true, false],
  ['/tags/garden', true, true, false],
  ['/daylight', false, false, false],
  ['/calendar', true, true, false],
  ['/calendar/week/2026-12-08', true, true, false],
  ['/calendars', false, false, false],
  ['/account', true, true, false],
  ['/account/settings', true, true, false],
  ['/account/data', true, true, false],
  ['/account/sync', true, true, false],
  ['/auth', false, false, true],
  ['/auth/login', false, false, true],
  ['/tasksabc', false, false, false],
  ['/accounting', false, false, false],
  ['/authors', false, false, false],
])('%s is for signed-in people: %s, needs the tasks: %s, is a page of sign-in: %s', (path, ...expected) => {
  expect([isSignedInPath(path), needsTasks(path), isAuthPath(path)]).toEqual(expected);
});

test.each([
  ['today', '/tasks/today'],
  ['sticky-wall', '/tasks/sticky-wall'],
  ['done', '/tasks/done'],
  ['trash', '/tasks/trash'],
  ['day', '/day'],
  ['calendar/month/2026-12-08', '/calendar/month/2026-12-08'],
  ['tags/two-words', '/tags/two-words'],
  ['someday', '/tasks/today'],
  [undefined, '/tasks/today'],
])('The form of a task under %s closes to %s', (title, expected) => {
  expect(closePath(title)).toBe(expected);
});

test('Every path under /tasks but the form is of a known title', () => {
  const titles = Object.values(paths).flatMap(path => /^\/tasks\/(.+)$/.exec(path)?.[1] ?? []);
  expect(titles.filter(title => !isTitle(title))).toEqual(['new']);
  expect(editPath('work', 12)).toBe('/tasks/work/12/edit');
  expect(editPath('day', 12)).toBe('/day/12/edit');
});

test.each([
  ['/tasks/today/12/edit', true],
  ['/tasks/today/12/edit/', true],
  ['/day/12/edit', true],
  ['/calendar/month/2026-12-08/12/edit', true],
  ['/calendar/month/edit', false],
  ['/tasks/today/12/view', false],
  ['/tasks/edit', false],
  ['/day/edit', false],
])('%s edits a task: %s', (path, expected) => {
  expect(isEditPath(path)).toBe(expected);
});

test.each([
  ['/tasks/today', 'today', undefined],
  ['/tasks/work/12/edit', 'work', 'edit'],
  ['/tasks/new', 'new', undefined],
  ['/day/12/other/', 'day', 'other'],
  ['/calendar/week/2026-12-08', 'calendar/week/2026-12-08', undefined],
  ['/calendar/week/2026-12-08/12/edit', 'calendar/week/2026-12-08', 'edit'],
  ['/tags/garden/12/edit', 'tags/garden', 'edit'],
])('The list at %s is %s, with the form %s', (path, title, form) => {
  expect(listAt(path)).toEqual({ title, form });
});

test('Pages that are no list have none, nor a month or week', () => {
  for (const path of ['/', '/tasks', '/tasks/today/12', '/calendar', '/calendar/month', '/account/data'])
    expect(listAt(path)).toBeNull();
  for (const path of ['/day', '/calendar', '/calendar/year/2026-12-08', '/tasks/calendar'])
    expect(calendarAt(path)).toBeNull();
  const at = { span: 'month', day: '2026-12-08' } as const;
  expect(calendarAt(calendarPath(at.span, at.day))).toEqual(at);
  expect(calendarAt('calendar/month/2026-12-08')).toEqual(at);
});

test.each([
  ['/tags/Garden', 'garden'],
  ['tags/%D7%92%D7%9F', 'גן'],
  ['/tags/%E0', '%e0'],
  ['/tags', null],
  ['/tasks/tags', null],
  [undefined, null],
])('%s is of the tag %s', (path, tag) => {
  expect(tagOf(path)).toBe(tag);
});
