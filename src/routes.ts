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
  /** The path to which other apps share text, named in the manifest. */
  share: '/share',
  account: '/account',
  data: '/account/data',
  settings: '/account/settings',
  sync: '/account/sync',
} as const;

/** Appended to a path, it focuses the quick-add line after opening. Named in the manifest. */
export const QUICK_ADD = '?quick-add';

/** Patterns for the router: a list, and a task's form over or beside a list or My day. */
export const patterns = {
  list: '/tasks/:title',
  form: '/tasks/:title/:id/:name',
  dayForm: '/day/:id/:name',
  tag: '/tags/:tag',
  tagForm: '/tags/:tag/:id/:name',
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

export const listPath = (title: string) => (title === 'day' ? paths.day : `${paths.tasks}/${title}`);
/** The page of a tag, by its key. */
export const tagPath = (tag: string) => `/tags/${encodeURIComponent(tag)}`;
export const editPath = (title: string, taskId: number) => `${listPath(title)}/${taskId}/edit`;

/** Whether a path is that of a task's form in edit mode. */
export const isEditPath = (path: string) => /^\/(tasks\/[^/]+|day)\/[^/]+\/edit\/?$/.test(path);

/** Where Close and Delete of a task's form lead: to the list in its path, else to Today. */
export const closePath = (title: string | undefined) =>
  title !== undefined && (isTitle(title) || title === 'day') ? listPath(title) : paths.today;

/** Whether a path is for signed-in users; these pages have the sidebar with task counts. */
export const isSignedInPath = (path: string) => /^\/(tasks|day|account)(\/|$)/.test(path);
/** Whether a path is a page that needs the tasks, or redirects to one. */
export const needsTasks = (path: string) => path === paths.root || isSignedInPath(path);
export const isAuthPath = (path: string) => /^\/auth(\/|$)/.test(path);
