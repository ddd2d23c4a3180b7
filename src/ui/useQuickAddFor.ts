import { flushSync } from 'react-dom';
import { useAppDispatch } from '../hooks';
import type { Day } from '../lib/days/days';
import { quickAddOpened } from './uiSlice';

/**
 * Opens the quick-add line, for a day. Synchronous: a phone shows its keyboard only for a field that is focused during the
 * touch event.
 */
export function useQuickAddFor() {
  const dispatch = useAppDispatch();
  return (day?: Day) => flushSync(() => void dispatch(quickAddOpened(day)));
}
