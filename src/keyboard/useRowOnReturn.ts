import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { focusedRow, focusRowOf, rowOf } from './moveFocus';

/**
 * Restores the focus to a row when the user returns to the history entry on which the row had it. The returned
 * function remembers the row before another page is opened.
 */
export function useRowOnReturn() {
  const { key } = useLocation();
  const left = useRef<{ key: string; task: string; row: number } | null>(null);
  useEffect(() => {
    if (left.current?.key !== key) return;
    const { task, row } = left.current;
    left.current = null;
    focusRowOf(task, row);
  }, [key]);
  return () => {
    const row = focusedRow();
    const task = row?.dataset.task;
    left.current = row && task !== undefined ? { key, task, row: rowOf(row) } : null;
  };
}
