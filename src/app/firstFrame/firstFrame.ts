import { dateWithYear, dayOf } from '../../lib/days/days';
import { listPath } from '../../routes';
import type { FirstRows, UserData } from '../../services/device';
import type { Settings } from '../../settings/settings';
import { VIEWS } from '../../tasks/taskSections';
import { viewTexts } from '../../tasks/views';
import { keepEarly } from './early';
import { FirstFrame, NotLoaded } from './FirstFrame';
import { firstTasks } from './firstTasks';
import { toElements } from './toElements';

/**
 * Shows the page in the address with the rows that the device keeps; false without any. React's first commit replaces all
 * of it at once. It is not hidden from screen readers: the focus may be in it, and its equal takes its place.
 */
export function showFirstFrame({ email, id }: UserData, settings: Settings, rows: FirstRows, now: number) {
  const page = (['day', ...VIEWS] as const).find(name => listPath(name) === location.pathname);
  const root = document.getElementById('root');
  if (!page || !root) return false;
  const today = dayOf(now);
  const tasks = firstTasks(rows, page, today);
  const isThere = page === 'day' ? Object.keys(rows.tasks).length > 0 : tasks.idsIn(page).length > 0;
  if (!isThere) return false;
  toElements(FirstFrame({ ...tasks, email, isDayOffered: !settings.firstPage }), root);
  document.title = `${page === 'day' ? dateWithYear(today) : viewTexts[page].heading} · Daywall`;
  keepEarly(root, id, now);
  return true;
}

/** Says that the app's scripts did not come, at the foot of the first frame if there is one. */
export function showNotLoaded(onRetry: () => void) {
  const at = document.getElementById('foot') ?? document.getElementById('root')!;
  toElements(NotLoaded(), at);
  const said = at.lastElementChild!;
  said.querySelector('button')!.onclick = () => {
    said.remove();
    onRetry();
  };
}
