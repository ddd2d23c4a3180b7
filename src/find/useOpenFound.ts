import { useLocation, useNavigate } from 'react-router-dom';
import { useAppStore } from '../hooks';
import { useCommands } from '../keyboard/useCommands';
import { targetOf } from './targets';

/** Opens a result's page, or runs its command. */
export function useOpenFound() {
  const store = useAppStore();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const run = useCommands();

  return (key: string) => {
    const target = targetOf(store.getState(), key);
    if (!target) return;
    if ('command' in target) return void run(target.command);
    // The wall gets a history entry of its own, so that closing the note shows it.
    if (target.state && pathname !== target.path) void navigate(target.path);
    void navigate(target.path, { state: target.state });
  };
}
