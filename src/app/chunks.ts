import { chunk } from '../ui/chunk';

/** What is loaded when it is first shown. The shell and the lists, which most visits open, are in the first bundle. */
export const LoginForm = chunk(() => import(/* webpackChunkName: "auth" */ '../auth/LoginForm'));
export const RegisterForm = chunk(() => import(/* webpackChunkName: "auth" */ '../auth/RegisterForm'));
export const TaskFormPage = chunk(() => import(/* webpackChunkName: "task-form" */ '../tasks/TaskFormPage'));
export const StickyWall = chunk(() => import(/* webpackChunkName: "wall" */ '../notes/StickyWall'));
/** Nothing lies over the page while their code is on its way. */
export const Palette = chunk(() => import(/* webpackChunkName: "find" */ '../find/Palette'), null);
export const ShortcutsDialog = chunk(
  () => import(/* webpackChunkName: "shortcuts" */ '../keyboard/ShortcutsDialog'),
  null,
);

const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1000));

/** Loads what is likely to be opened next, once nothing else is to be done, so that opening it is instant. */
export function preloadWhenIdle() {
  const handle = whenIdle(() => {
    void TaskFormPage.preload();
    void StickyWall.preload();
    void Palette.preload();
  });
  return () => (window.cancelIdleCallback ?? clearTimeout)(handle as number);
}
