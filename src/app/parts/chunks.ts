import { chunk } from '../../components/chunk';
import { parts } from './parts';

/** Components that are loaded when they are first shown. The shell and the lists are in the first bundle. */
export const LoginForm = chunk(() => import(/* webpackChunkName: "auth" */ '../../auth/LoginForm'));
export const RegisterForm = chunk(() => import(/* webpackChunkName: "auth" */ '../../auth/RegisterForm'));
export const TaskFormPage = chunk(
  () => import(/* webpackChunkName: "task-form" */ '../../tasks/form/TaskFormPage'),
);
export const StickyWall = chunk(async () => ({ default: (await parts.wall.load()).StickyWall }));
/** Shows nothing while its code loads. */
export const Keyboard = chunk(async () => {
  const [{ Keyboard: keyboard }] = await Promise.all([parts.keyboard.load(), parts.moves.load()]); // keys select rows
  return { default: keyboard };
}, null);
export const Moves = chunk(async () => ({ default: (await parts.moves.load()).Moves }), null);
/** Shows nothing while its code loads: the input field is rendered by the shell. */
export const QuickAdd = chunk(async () => ({ default: (await parts.quickAdd.load()).QuickAdd }), null);
export const DataPage = chunk(async () => ({ default: (await parts.data.load()).DataPage }));
export const SettingsPage = chunk(async () => {
  await parts.settings.load(); // its slice
  return import(/* webpackChunkName: "settings" */ '../../settings/SettingsPage');
});
export const SyncPage = chunk(async () => ({ default: (await parts.sync.load()).SyncPage }));

export const BesideList = chunk(
  () => import(/* webpackChunkName: "lazy-shell" */ '../pages/BesideList'),
  null,
);
export const DayPage = chunk(() => import(/* webpackChunkName: "day" */ '../../day/DayPage'));
export const DonePage = chunk(() => import(/* webpackChunkName: "done" */ '../../tasks/views/done/DonePage'));
export const Guide = chunk(() => import(/* webpackChunkName: "guide" */ '../../guide/Guide'), null);
export const NotFound = chunk(() => import(/* webpackChunkName: "not-found" */ '../pages/NotFound'));
export const Nowhere = chunk(() => import(/* webpackChunkName: "no-title" */ '../pages/Nowhere'), null);
export const LazyShell = chunk(
  () => import(/* webpackChunkName: "lazy-shell" */ '../shell/lazy/LazyShell'),
  null,
);
export const RareStatus = chunk(() => import(/* webpackChunkName: "status" */ '../../ui/RareStatus'), null);
export const SharePage = chunk(() => import(/* webpackChunkName: "share" */ '../../share/SharePage'));
export const StartView = chunk(() => import(/* webpackChunkName: "start" */ '../pages/StartView'));
export const TrashPage = chunk(async () => {
  await parts.later.load(); // its saga
  return import(/* webpackChunkName: "trash" */ '../../trash/TrashPage');
});
export const Toasts = chunk(() => import(/* webpackChunkName: "toast" */ '../shell/lazy/Toasts'), null);
export const AccountPage = chunk(async () => ({ default: (await parts.account.load()).AccountPage }));
export const ForgottenForm = chunk(async () => ({ default: (await parts.account.load()).ForgottenForm }));
export const SessionBar = chunk(async () => ({ default: (await parts.account.load()).SessionBar }), null);

/** Loads the components that are likely to be opened next. */
export function preloadNext() {
  void TaskFormPage.preload();
  void StickyWall.preload();
  void Toasts.preload();
  void RareStatus.preload();
}
