import { useEffect, useRef } from 'react';
import { useStore } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { selectSession, selectUser } from '../../auth/authSlice';
import { selectTasksPhase } from '../../tasks/tasksSelectors';
import { tasksRequested } from '../../tasks/tasksSlice';
import { useAppDispatch, useAppSelector } from '../../hooks';
import { needsTasks } from '../../routes';
import type { AppStore, RootState } from '../store/rootReducer';

/** Requests the tasks before the first render, so that request and render run in parallel. */
export function askForTasksOf(path: string, { getState, dispatch }: AppStore) {
  if (selectUser(getState()) && needsTasks(path)) dispatch(tasksRequested());
}

/**
 * Requests the tasks once per session, at the first page that needs them. The flag is kept outside of the state, so
 * that time travel sends no request.
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
