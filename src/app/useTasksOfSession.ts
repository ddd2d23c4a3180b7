import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { selectSession } from '../auth/authSlice';
import { tasksRequested } from '../tasks/tasksSlice';
import { useAppDispatch, useAppSelector } from './hooks';

/**
 * Asks for the tasks once a session, at its first page that has the sidebar with their counts. What was asked is
 * remembered outside the state: travelling back in time to before the question asks nothing.
 */
export function useTasksOfSession() {
  const dispatch = useAppDispatch();
  const session = useAppSelector(selectSession);
  const hasSidebar = /^\/(tasks|account)(\/|$)/.test(useLocation().pathname);
  const asked = useRef<string>(undefined);
  useEffect(() => {
    if (!session || !hasSidebar || asked.current === session) return;
    asked.current = session;
    dispatch(tasksRequested());
  }, [dispatch, session, hasSidebar]);
}
