import { unfiltered, type Filtered } from '../tasks/filter';
import { viewsOf, type TasksRoot } from '../tasks/tasksSelectors';
import { selectDaysWith } from './tagSelectors';

const made = new Map<string | null, Filtered>([[null, unfiltered]]);

/** The filter by a tag, with its selectors, made when it is first asked for; null: all tasks. */
export function filterBy(tag: string | null): Filtered {
  const known = made.get(tag);
  if (known) return known;
  const selectOpenDays = (state: TasksRoot) => selectDaysWith(state, tag!);
  const filter = { ...viewsOf(selectOpenDays), tag, selectOpenDays };
  made.set(tag, filter);
  return filter;
}
