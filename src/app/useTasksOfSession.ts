import { useEffect, useRef } from 'react';
import { useStore } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { selectSession, selectUser } from '../auth/authSlice';
import { selectTasksPhase } from '../tasks/tasksSelectors';
import { tasksRequested } from '../tasks/tasksSlice';
import { useAppDispatch, useAppSelector } from './hooks';
import { needsTasks } from './paths';
import type { AppStore, RootState } from './rootReducer';

/** Asks for the tasks before the first page that needs them is drawn: both go side by side. */
export function askForTasksOf(path: string, { getState, dispatch }: AppStore) {
  if (selectUser(getState()) && needsTasks(path)) dispatch(tasksRequested());
}

/**
 * Asks for the tasks once a session, at its first page that has the sidebar with their counts, if they are not asked for
 * yet. What was asked is remembered outside the state: travelling back in time to before the question asks nothing.
 */
export function useTasksOfSession() {
  const dispatch = useAppDispatch();
  const store = useStore<RootState>();
  const session = useAppSelector(selectSession);
  const isNeeded = needsTasks(useLocation().pathname);
  const asked = useRef<string>(undefined);
  useEffect(() => {
    if (!session || !isNeeded || asked.current === session) return;
    asked.current = session;
    if (selectTasksPhase(store.getState()) === 'idle') dispatch(tasksRequested());
  }, [dispatch, store, session, isNeeded]);
}
