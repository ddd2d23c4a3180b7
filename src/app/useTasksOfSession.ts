import { useEffect, useRef } from 'react';
import { useStore } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { selectUser } from '../auth/authSlice';
import { selectTasksPhase } from '../tasks/tasksSelectors';
import { tasksRequested } from '../tasks/tasksSlice';
import { useAppDispatch, useAppSelector } from './hooks';
import type { AppStore, RootState } from './store';

/** Asks for the tasks before the first page under /tasks is drawn, or `/`, which leads there: both go side by side. */
export function askForTasksOf(path: string, { getState, dispatch }: AppStore) {
  if (selectUser(getState()) && /^\/(tasks(\/|$)|$)/.test(path)) dispatch(tasksRequested());
}

/**
 * Asks for the tasks once a session, at its first page under /tasks, if they are not asked for yet. Each session has its
 * own expiry, and what was asked is remembered outside the state: travelling back in time to before the question asks
 * nothing.
 */
export function useTasksOfSession() {
  const dispatch = useAppDispatch();
  const store = useStore<RootState>();
  const session = useAppSelector(selectUser)?.expiryDate;
  const isUnderTasks = /^\/tasks(\/|$)/.test(useLocation().pathname);
  const asked = useRef<string>(undefined);
  useEffect(() => {
    if (!session || !isUnderTasks || asked.current === session) return;
    asked.current = session;
    if (selectTasksPhase(store.getState()) === 'idle') dispatch(tasksRequested());
  }, [dispatch, store, session, isUnderTasks]);
}
