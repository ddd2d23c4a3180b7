/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { act, renderHook } from '@testing-library/react';
import { useKeyboardInset } from '../../src/components/hooks/useKeyboardInset';

const root = document.documentElement;
const inset = () => root.style.getPropertyValue('--keyboard');

/** A visual viewport of so many pixels in height. */
const viewOf = (height: number) =>
  Object.assign(new EventTarget(), { scale: 1, offsetTop: 0, height }) as unknown as VisualViewport;
const show = (view: VisualViewport, height: number) =>
  act(() => {
    Object.assign(view, { height });
    view.dispatchEvent(new Event('resize'));
  });

afterEach(() => Reflect.deleteProperty(window, 'visualViewport'));

test('A page under no keyboard is not styled anew, under one it knows the pixels', () => {
  const view = viewOf(innerHeight);
  Object.defineProperty(window, 'visualViewport', { value: view, configurable: true });
  const observer = new MutationObserver(() => undefined);
  observer.observe(root, { attributes: true });

  const { unmount } = renderHook(() => useKeyboardInset());
  show(view, innerHeight);
  expect(observer.takeRecords().map(({ attributeName }) => attributeName)).toEqual([]);

  show(view, innerHeight - 300);
  expect(inset()).toBe('300px');
  show(view, innerHeight);
  expect(inset()).toBe('');

  show(view, innerHeight - 200);
  unmount();
  expect(inset()).toBe('');
  observer.disconnect();
});
