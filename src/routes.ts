import { tagKey } from '../shared/tags';
import { attempt } from './lib/attempt';
import type { Span } from './lib/days/weeks';
import type { Day } from './lib/days/days';

/** All paths of the app, as in docs/rules.md (Routes). No other file builds or parses a path. */
export const paths = {
  root: '/',
  auth: '/auth',
  login: '/auth/login',
  register: '/auth/register',
  forgotten: '/auth/forgotten',
  tasks: '/tasks',
  newTask: '/tasks/new',
  today: '/tasks/today',
  upcoming: '/tasks/upcoming',
  previous: '/tasks/previous',
  personal: '/tasks/personal',
  work: '/tasks/work',
  wall: '/tasks/sticky-wall',
  noDate: '/tasks/no-date',
  done: '/tasks/done',
  trash: '/tasks/trash',
  day: '/day',
  calendar: '/calendar',
  /** The path to which other apps share text, named in the manifest. */
  share: '/share',
  account: '/account',
  data: '/account/data',
  settings: '/account/settings',
  sync: '/account/sync',
} as const;

/** Appended to a path, it focuses the quick-add line after opening. Named in the manifest. */
export const QUICK_ADD = '?quick-add';

/** The part of the settings that makes a calendar address. */
export const CALENDAR_ADDRESS_ID = 'calendar-address';

/** Patterns for the router: a list, and a task's form over or beside a list, My day or the calendar. */
export const patterns = {
  list: '/tasks/:title',
  form: '/tasks/:title/:id/:name',
  dayForm: '/day/:id/:name',
  tag: '/tags/:tag',
  tagForm: '/tags/:tag/:id/:name',
  calendar: '/calendar/:span/:day',
  calendarForm: '/calendar/:span/:day/:id/:name',
} as const;

/** The values of `{title}` in `/tasks/{title}`, and My day, which has its own path. */
const TITLES = [
  'today',
  'upcoming',
  'previous',
  'personal',
  'work',
  'sticky-wall',
  'no-date',
  'done',
  'trash',
];
export const isTitle = (title: string) => TITLES.includes(title);

/** A path or title whose page shows only the tasks with a tag: `today?tag=garden`; null for all tasks. */
export const filtered = (path: string, tag: string | null) =>
  tag === null ? path : `${path}?tag=${encodeURIComponent(tag)}`;
const TAG_OF_FILTER = /\?(?:.*&)?tag=([^&]+)/;
/** The key of the tag of a filtered path or title; null when all tasks are shown. */
export const filterOf = (path: string): string | null => keyOf(TAG_OF_FILTER.exec(path)?.[1]);
export const withoutFilter = (path: string) => path.replace(/\?.*/, '');
/** Whether the page of a title can be filtered. */
export const hasFilter = (title: string) => /^(today|upcoming|calendar\/.*)$/.test(title);

/** A title of a page with its own path: `day`, `tags/{tag}`, or a month or week such as `calendar/month/2026-12-08`. */
const isOwnPath = (title: string) => /^(day$|(tags|calendar)\/)/.test(title);

export const listPath = (title: string) => (isOwnPath(title) ? `/${title}` : `${paths.tasks}/${title}`);
/** The page of a tag, by its key. */
export const tagPath = (tag: string) => `/tags/${encodeURIComponent(tag)}`;
const keyOf = (tag: string | undefined) =>
  tag === undefined ? null : tagKey(attempt(() => decodeURIComponent(tag)) ?? tag);
/** The key of the tag that all tasks of a page have, e.g. of `tags/garden` or `today?tag=garden`; null for others. */
export const tagOf = (title: string | null | undefined): string | null =>
  filterOf(title ?? '') ?? keyOf(/^\/?tags\/([^/?]+)/i.exec(title ?? '')?.[1]);

export const editPath = (title: string, taskId: number) =>
  filtered(`${listPath(withoutFilter(title))}/${taskId}/edit`, filterOf(title));

export const calendarPath = (span: Span, day: Day, tag: string | null = null) =>
  filtered(`${paths.calendar}/${span}/${day}`, tag);

/** The month or week in a path or title, whose day may not exist; null on other pages. */
export function calendarAt(path: string): { span: Span; day: Day } | null {
  const [, span, day] = /^\/?calendar\/(month|week)\/([^/?]+)/.exec(path) ?? [];
  return day === undefined ? null : { span: span as Span, day };
}

const LIST = /^\/(?:tasks\/([^/]+)|(day|tags\/[^/]+|calendar\/[^/]+\/[^/]+))(\/[^/]+\/([^/]+))?\/?$/i;

/** The title of the list at a path, with its filter, and `{name}` of a form that is open beside or over it; null on other pages. */
export function listAt(path: string): { title: string; form: string | undefined } | null {
  const [, view, own, , form] = LIST.exec(withoutFilter(path)) ?? [];
  const title = view ?? own;
  if (title === undefined) return null;
  return { title: hasFilter(title) ? filtered(title, filterOf(path)) : title, form };
}

/** Whether a path is that of a task's form in edit mode. */
export const isEditPath = (path: string) => listAt(path)?.form === 'edit';

/** Where Close and Delete of a task's form lead: to the list in its path, else to Today. */
export const closePath = (title: string | undefined) =>
  title !== undefined && (isTitle(withoutFilter(title)) || isOwnPath(title)) ? listPath(title) : paths.today;

/** Whether a path is for signed-in users; these pages have the sidebar with task counts. */
export const isSignedInPath = (path: string) => /^\/(tasks|day|tags|calendar|account)(\/|$)/.test(path);
/** Whether a path is a page that needs the tasks, or redirects to one. */
export const needsTasks = (path: string) => path === paths.root || isSignedInPath(path);
export const isAuthPath = (path: string) => /^\/auth(\/|$)/.test(path);
