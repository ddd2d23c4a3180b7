import { renderHook } from '@testing-library/react';
import { useMediaQuery } from '../../src/components/hooks/useMediaQuery';
import { openWindow } from '../support/app/width';

it('A media query is asked for once, and followed until its component is gone', () => {
  const page = openWindow(400);
  const asked = jest.spyOn(window, 'matchMedia');
  const { result, rerender, unmount } = renderHook(query => useMediaQuery(query), {
    initialProps: '(max-width: 500px)',
  });
  expect(result.current).toBe(true);
  rerender('(max-width: 500px)');
  expect(asked).toHaveBeenCalledTimes(1);
  page.resize(600);
  expect(result.current).toBe(false);
  rerender('(min-width: 550px)');
  expect(result.current).toBe(true);
  expect(asked).toHaveBeenCalledTimes(2);
  unmount();
  page.close();
});

it('Where the browser knows no media queries, none matches', () => {
  const { result } = renderHook(() => useMediaQuery('(max-width: 500px)'));
  expect(result.current).toBe(false);
});
