import {
  closePath,
  editPath,
  isAuthPath,
  isSignedInPath,
  isTitle,
  needsTasks,
  paths,
} from '../../src/app/paths';

test.each([
  ['/', false, true, false],
  ['/tasks', true, true, false],
  ['/tasks/today/12/edit', true, true, false],
  ['/account', true, true, false],
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
  ['someday', '/tasks/today'],
  [undefined, '/tasks/today'],
])('The form of a task under %s closes to %s', (title, expected) => {
  expect(closePath(title)).toBe(expected);
});

test('Every path under /tasks but the form is of a known title', () => {
  const titles = Object.values(paths).flatMap(path => /^\/tasks\/(.+)$/.exec(path)?.[1] ?? []);
  expect(titles.filter(title => !isTitle(title))).toEqual(['new']);
  expect(editPath('work', 12)).toBe('/tasks/work/12/edit');
});
