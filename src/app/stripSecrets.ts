import { isAction, type Middleware } from '@reduxjs/toolkit';

/** Behind the saga middleware: what sagas saw in `meta.password` goes no further, so nothing records it. */
export const stripSecrets: Middleware = () => next => action => {
  if (!isAction(action) || !('meta' in action) || !action.meta) return next(action);
  const { password, ...meta } = action.meta as { password?: string };
  return next(password === undefined ? action : { ...action, meta });
};
