import { chunk } from '../components/chunk';
import { onIdle } from '../components/onIdle';
import { loadAccount } from './loadAccount';
import { rootReducer } from './rootReducer';

/** What is loaded when it is first shown. The shell and the lists, which most visits open, are in the first bundle. */
export const LoginForm = chunk(() => import(/* webpackChunkName: "auth" */ '../auth/LoginForm'));
export const RegisterForm = chunk(() => import(/* webpackChunkName: "auth" */ '../auth/RegisterForm'));
export const TaskFormPage = chunk(() => import(/* webpackChunkName: "task-form" */ '../tasks/TaskFormPage'));
export const StickyWall = chunk(() => import(/* webpackChunkName: "wall" */ '../notes/StickyWall'));
/** What keys do and open. Nothing is shown in its place while its code is on its way. */
export const Keyboard = chunk(() => import(/* webpackChunkName: "keyboard" */ './Keyboard'), null);
export const DataPage = chunk(async () => {
  const { transferSlice } = await import(/* webpackChunkName: "data" */ '../transfer/transferSlice');
  rootReducer.inject(transferSlice);
  return import(/* webpackChunkName: "data" */ '../transfer/DataPage');
});

export const DonePage = chunk(() => import(/* webpackChunkName: "done" */ '../tasks/DonePage'));
export const NotFound = chunk(() => import(/* webpackChunkName: "not-found" */ './NotFound'));
export const StartView = chunk(() => import(/* webpackChunkName: "start" */ './StartView'));
export const TrashPage = chunk(() => import(/* webpackChunkName: "trash" */ '../trash/TrashPage'));
export const ChangeToast = chunk(() => import(/* webpackChunkName: "toast" */ './ChangeToast'), null);
export const AccountPage = chunk(async () => ({ default: (await loadAccount()).AccountPage }));
export const ForgottenForm = chunk(async () => ({ default: (await loadAccount()).ForgottenForm }));
export const SessionBar = chunk(async () => ({ default: (await loadAccount()).SessionBar }), null);

/** Loads what is likely to be opened next. */
export function preloadNext() {
  void TaskFormPage.preload();
  void StickyWall.preload();
  void ChangeToast.preload();
}

/** The same once nothing else is to be done, so that opening it is instant. */
export const preloadWhenIdle = () => onIdle(preloadNext);
