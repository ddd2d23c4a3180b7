import { act, screen, within } from '@testing-library/react';
import { rowPointedOut, pointingOutEnded } from '../../src/ui/uiSlice';
import { renderApp, task } from '../support/app/renderApp';

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => task(at + 1, `Task ${String(at + 1).padStart(5, '0')}`));
const scroller = () => document.querySelector('main [data-rows]')!.parentElement!;
const marked = () => document.querySelectorAll('main [data-pointed-out]');
/** A row is scrolled to in the next frame. */
const nextFrame = () => act(() => new Promise(requestAnimationFrame));
const row = (name: RegExp) => within(screen.getByRole('main')).queryByRole('link', { name });

/** The layout that jsdom lacks: the content's height from its style at 16 px a rem, minus the scrolled part. */
beforeEach(() => {
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const height = this.dataset.rows ? parseFloat(this.style.height) * 16 : 600;
    return new DOMRect(0, this.dataset.rows ? -this.parentElement!.scrollTop : 0, 0, height);
  });
});
afterEach(() => void jest.restoreAllMocks());

it('A row that is pointed out is scrolled into view and marked for a moment', async () => {
  const app = renderApp('/tasks/today', { tasks: many(2000) });
  expect(row(/^Task 01500/)).toBeNull();
  await app.answer(rowPointedOut({ taskId: 1500 }));
  // It is drawn at once, without the scroll event of the next frame.
  expect(row(/^Task 01500/)).toBeInTheDocument();
  expect(marked()).toHaveLength(1);
  expect(marked()[0]).toHaveTextContent('Task 01500');
  await app.answer(pointingOutEnded());
  expect(marked()).toHaveLength(0);
});

it('A list opened within the moment points it out; a scrolled one is left alone', async () => {
  const app = renderApp('/tasks/upcoming', { tasks: many(2000) });
  await app.answer(rowPointedOut({ taskId: 1500 }));
  app.go('/tasks/today');
  await nextFrame();
  expect(scroller().scrollTop).toBeGreaterThan(52 * 1400);
  scroller().scrollTop = 0;
  act(() => void scroller().dispatchEvent(new Event('scroll')));
  await app.answer({ type: 'ui/drawerOpened' });
  await nextFrame();
  expect(scroller().scrollTop).toBe(0);
  await app.answer(rowPointedOut({ taskId: 1500 }));
  await nextFrame();
  expect(scroller().scrollTop).toBeGreaterThan(52 * 1400);
});
