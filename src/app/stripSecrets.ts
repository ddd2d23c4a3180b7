import { isAction, type Middleware } from '@reduxjs/toolkit';

/** Behind the saga middleware: what sagas saw in `meta.password` and `meta.newPassword` goes no further, so nothing records it. */
export const stripSecrets: Middleware = () => next => action => {
  if (!isAction(action) || !('meta' in action) || !action.meta) return next(action);
  const { password, newPassword, ...meta } = action.meta as { password?: string; newPassword?: string };
  return next((password ?? newPassword) === undefined ? action : { ...action, meta });
};
