import { isAction, type Middleware } from '@reduxjs/toolkit';

type Meta = { password?: string; newPassword?: string; file?: Blob };

/** Removes `meta`, with its passwords and files, behind the saga middleware: reducers and DevTools never see it. */
export const stripSecrets: Middleware = () => next => action => {
  if (!isAction(action) || !('meta' in action) || !action.meta) return next(action);
  const { password, newPassword, file, ...meta } = action.meta as Meta;
  return next((password ?? newPassword ?? file) === undefined ? action : { ...action, meta });
};
