import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { selectUser } from '../auth/authSlice';
import { tasksRequested } from '../tasks/tasksSlice';
import { useAppDispatch, useAppSelector } from './hooks';

/**
 * Asks for the tasks once a session, at its first page under /tasks. Each session has its own expiry, and what was
 * asked is remembered outside the state: travelling back in time to before the question asks nothing.
 */
export function useTasksOfSession() {
  const dispatch = useAppDispatch();
  const session = useAppSelector(selectUser)?.expiryDate;
  const isUnderTasks = /^\/tasks(\/|$)/.test(useLocation().pathname);
  const asked = useRef<string>(undefined);
  useEffect(() => {
    if (!session || !isUnderTasks || asked.current === session) return;
    asked.current = session;
    dispatch(tasksRequested());
  }, [dispatch, session, isUnderTasks]);
}
