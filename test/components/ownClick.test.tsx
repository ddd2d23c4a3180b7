import { fireEvent } from '@testing-library/react';
import { stopOwnClick } from '../../src/components/input/ownClick';

test('The click that ends a press is not heard; one of the keyboard or the next is', () => {
  jest.useFakeTimers();
  const heard = jest.fn();
  const listening = new AbortController();
  document.body.addEventListener('click', () => heard(), listening);
  const click = (detail: number) => fireEvent.click(document.body, { detail });
  stopOwnClick();
  jest.advanceTimersByTime(1_000);
  click(0);
  expect(heard).toHaveBeenCalledTimes(1);
  expect(click(1)).toBe(false);
  expect(heard).toHaveBeenCalledTimes(1);
  click(1);
  expect(heard).toHaveBeenCalledTimes(2);
  stopOwnClick();
  fireEvent.pointerDown(document.body);
  click(1);
  expect(heard).toHaveBeenCalledTimes(3);
  listening.abort();
});
