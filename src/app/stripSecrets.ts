import { isAction, type Middleware } from '@reduxjs/toolkit';

/** Behind the saga middleware: what sagas saw in `meta.password` or `meta.file` goes no further, so nothing records it. */
export const stripSecrets: Middleware = () => next => action => {
  if (!isAction(action) || !('meta' in action) || !action.meta) return next(action);
  const { password, file, ...meta } = action.meta as { password?: string; file?: Blob };
  return next(password === undefined && file === undefined ? action : { ...action, meta });
};
