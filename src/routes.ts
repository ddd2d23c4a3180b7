/** Every path of the app, as docs/rules.md lists the routes: no other file spells one or takes one apart. */
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
  /** Where another app shares words with this one; named by the manifest. */
  share: '/share',
  account: '/account',
  data: '/account/data',
  settings: '/account/settings',
  sync: '/account/sync',
} as const;

/** Behind a page's path: it opens with the focus in the line that adds a task. Named by the manifest. */
export const QUICK_ADD = '?quick-add';

/** Patterns for the router: a list, and a task's form over or beside it or My day. */
export const patterns = {
  list: '/tasks/:title',
  form: '/tasks/:title/:id/:name',
  dayForm: '/day/:id/:name',
} as const;

/** The values of `{title}` in `/tasks/{title}`; and My day, which has a path of its own. */
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
export const editPath = (title: string, taskId: number) => `${listPath(title)}/${taskId}/edit`;

/** Whether a path is a task's form in edit mode. */
export const isEditPath = (path: string) => /^\/(tasks\/[^/]+|day)\/[^/]+\/edit\/?$/.test(path);

/** Where Close and Delete of a task's form go: to the list that its path names, else to Today. */
export const closePath = (title: string | undefined) =>
  title !== undefined && (isTitle(title) || title === 'day') ? listPath(title) : paths.today;

/** Whether a path is a page for signed-in people; each of them has the sidebar with the counts of tasks. */
export const isSignedInPath = (path: string) => /^\/(tasks|day|account)(\/|$)/.test(path);
/** Whether a path is a page that needs the tasks, or leads to one. */
export const needsTasks = (path: string) => path === paths.root || isSignedInPath(path);
export const isAuthPath = (path: string) => /^\/auth(\/|$)/.test(path);
