import {
  closePath,
  editPath,
  isAuthPath,
  isEditPath,
  isSignedInPath,
  isTitle,
  needsTasks,
  paths,
} from '../../src/routes';

test.each([
  ['/', false, true, false],
  ['/tasks', true, true, false],
  ['/tasks/today/12/edit', true, true, false],
  ['/day', true, true, false],
  ['/day/12/edit', true, true, false],
  ['/daylight', false, false, false],
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
  ['/tasks/today/12/view', false],
  ['/tasks/edit', false],
  ['/day/edit', false],
])('%s edits a task: %s', (path, expected) => {
  expect(isEditPath(path)).toBe(expected);
});
