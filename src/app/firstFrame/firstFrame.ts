import type { ReactNode } from 'react';
import { dayOf } from '../../lib/days/days';
import { handedOn } from '../../lib/handedOn';
import { listPath } from '../../routes';
import type { FirstNotes, FirstRows, UserData } from '../../services/device';
import type { Settings } from '../../settings/settings';
import { VIEWS } from '../../tasks/taskSections';
import { keepEarly } from './early';
import { FirstFrame, NotLoaded } from './FirstFrame';
import { firstTasks } from './firstTasks';
import { toElements } from './toElements';

export type { FirstNotes };

/** The wall as `firstWall.tsx` draws it: the page without cards, and a function that adds them once that is rendered. */
export type DrawnWall = { page: ReactNode; hang(draw: typeof toElements): void };

/**
 * Renders the page in the address from the rows stored on the device; returns false without any. React's first commit
 * replaces it. It stays visible to screen readers: the focus may be in it, and moves to its counterpart in the app.
 */
export function showFirstFrame(
  { email, id }: UserData,
  settings: Settings,
  rows: FirstRows,
  notes: FirstNotes | null,
  now: number,
) {
  const page = (['day', 'sticky-wall', ...VIEWS] as const).find(name => listPath(name) === location.pathname);
  const root = document.getElementById('root');
  if (!page || !root) return false;
  const today = dayOf(now);
  const tasks = firstTasks(rows, page, today);
  const wall = notes && handedOn<((notes: FirstNotes) => DrawnWall) | null>('wall', () => null)!(notes);
  const isThere =
    page === 'day'
      ? Object.keys(rows.tasks).length > 0
      : page === 'sticky-wall'
        ? wall
        : tasks.idsIn(page).length > 0;
  if (!isThere) return false;
  toElements(FirstFrame({ ...tasks, email, isDayOffered: !settings.firstPage, wall: wall?.page }), root);
  wall?.hang(toElements);
  document.title = `${root.querySelector('h1')!.textContent} · Daywall`;
  keepEarly(root, id, now);
  return true;
}

/** Shows that the app's scripts could not be loaded, below the first frame if there is one. */
export function showNotLoaded(onRetry: () => void) {
  const at = document.getElementById('foot') ?? document.getElementById('root')!;
  toElements(NotLoaded(), at);
  const said = at.lastElementChild!;
  said.querySelector('button')!.onclick = () => {
    said.remove();
    onRetry();
  };
}
