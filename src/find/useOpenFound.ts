import { useLocation, useNavigate } from 'react-router-dom';
import { useAppStore } from '../hooks';
import { useCommands } from '../keyboard/useCommands';
import { placeOf } from './places';

/** Opens a result's page, or runs its command. */
export function useOpenFound() {
  const store = useAppStore();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const run = useCommands();

  return (key: string) => {
    const place = placeOf(store.getState(), key);
    if (!place) return;
    if ('command' in place) return void run(place.command);
    // The wall gets a history entry of its own, so that closing the note shows it.
    if (place.state && pathname !== place.path) void navigate(place.path);
    void navigate(place.path, { state: place.state });
  };
}
