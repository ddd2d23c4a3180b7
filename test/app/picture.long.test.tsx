import { act } from '@testing-library/react';
import { picturedUser } from '../../src/app/pictured';
import { signedOut } from '../../src/auth/authSlice';
import { endPicture, keepPicture, pictureOf, showPicture } from '../../src/device/picture';
import { overlayOpened } from '../../src/keyboard/overlaySlice';
import { menuOpened, selectionToggled } from '../../src/tasks/selecting/selectionSlice';
import { taskRecordsArrived } from '../../src/tasks/tasksSlice';
import { quickAddOpened } from '../../src/ui/uiSlice';
import { records, renderApp, task, TODAY } from '../support/app/renderApp';

const PATH = '/tasks/today';
const kept = () => localStorage.getItem('daywall:picture');
/** Lets the page settle, and the browser be idle. */
const settle = () => act(() => jest.advanceTimersByTimeAsync(1000));

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse(`${TODAY}T12:00:00`) });
  history.replaceState(null, '', PATH);
});
afterEach(() => {
  jest.useRealTimers();
  for (const mark of Object.keys(document.documentElement.dataset))
    delete document.documentElement.dataset[mark];
});

/** The app at Today, with its picture kept as index.tsx does. */
async function open(names = ['Bread', 'Milk']) {
  const app = renderApp(PATH, { tasks: names.map((name, at) => task(at + 1, name)) });
  keepPicture(app.container, {
    pictured: () => picturedUser(app.store.getState(), PATH),
    follow: listener => app.store.subscribe(listener),
  });
  await app.answer(taskRecordsArrived(records([task(1, names[0]!)])));
  expect(kept()).toBeNull();
  await settle();
  return app;
}

/** The root of the next page before the app runs; null without a picture. */
function nextPage(userId = 'ada') {
  const root = document.createElement('div');
  const picture = pictureOf(userId);
  if (picture) showPicture(root, picture);
  return picture && root;
}

it('A settled page is shown by the next one, inert, until the app takes over', async () => {
  const { container } = await open();
  const root = nextPage()!;
  expect(root.inert).toBe(true);
  expect(root.textContent).toBe(container.textContent);
  endPicture(root);
  expect(root.inert).toBe(false);
});

it.each<[string, () => void]>([
  ['on another day', () => jest.setSystemTime(Date.parse('2026-03-11T12:00:00'))],
  ['at another path', () => history.replaceState(null, '', '/tasks/upcoming')],
  ['at another theme', () => (document.documentElement.dataset.theme = 'dark')],
  ['at another width', () => void jest.replaceProperty(window, 'innerWidth', 400)],
])('It is not shown %s', async (_what, change) => {
  await open();
  change();
  expect(nextPage()).toBeNull();
  jest.restoreAllMocks();
});

it('It is not shown to another user, nor after sign-out', async () => {
  const app = await open();
  expect(nextPage('eve')).toBeNull();
  await app.answer(signedOut(undefined));
  expect(kept()).toBeNull();
  await settle();
  expect(kept()).toBeNull();
});

it('The first change removes it; once settled, the page is pictured anew', async () => {
  const app = await open();
  await app.answer(taskRecordsArrived(records([task(1, 'Butter')])));
  expect(kept()).toBeNull();
  await settle();
  expect(nextPage()!.textContent).toContain('Butter');
});

it.each([
  ['a dialog', overlayOpened('shortcuts')],
  ['a menu', menuOpened({ taskId: 1 })],
  ['a selection', selectionToggled(1)],
  ['the sheet of the quick line', quickAddOpened()],
])('No picture is taken with %s', async (_what, action) => {
  const app = await open();
  await app.answer(action);
  await settle();
  expect(kept()).toBeNull();
});

it('No picture is taken of a field with words in it', async () => {
  const app = await open();
  const line = app.container.querySelector<HTMLTextAreaElement>('[data-quick-add]')!;
  line.value = 'Half a thought';
  await app.answer(taskRecordsArrived(records([task(1, 'Butter')])));
  await settle();
  expect(kept()).toBeNull();
});

it('A name that looks like HTML stays words, and no style stands in the HTML', async () => {
  const name = '<img src=x onerror=alert(1)> style="color: red"';
  await open([name, ...Array.from({ length: 60 }, (_, at) => `Task ${at}`)]);
  expect((JSON.parse(kept()!) as { html: string }).html).not.toMatch(/<[^>]* style=/);
  const root = nextPage()!;
  expect(root.querySelector('img')).toBeNull();
  expect(root.textContent).toContain(name);
  expect(root.querySelector<HTMLElement>('[data-row="1"]')!.style.transform).toBe('translateY(3.25rem)');
});
