import { render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { useRootAttribute } from '../../src/components/hooks/useRootAttribute';

test('A mark is set before any layout effect, and goes with its component', () => {
  const root = document.documentElement;
  const seen: boolean[] = [];
  const Focused = () => {
    useLayoutEffect(() => void seen.push(root.hasAttribute('data-open')), []);
    return null;
  };
  const Marked = () => {
    useRootAttribute('data-open');
    return null;
  };
  const { unmount } = render(
    <>
      <Focused />
      <Marked />
    </>,
  );
  expect(seen).toEqual([true]);
  unmount();
  expect(root.hasAttribute('data-open')).toBe(false);
});
