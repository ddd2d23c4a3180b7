import { isAction, type Middleware } from '@reduxjs/toolkit';

type Meta = { password?: string; newPassword?: string; files?: readonly Blob[] };

/** Removes `meta`, with its passwords and files, behind the saga middleware: reducers and DevTools never see it. */
export const stripSecrets: Middleware = () => next => action => {
  if (!isAction(action) || !('meta' in action) || !action.meta) return next(action);
  const { password, newPassword, files, ...meta } = action.meta as Meta;
  return next((password ?? newPassword ?? files) === undefined ? action : { ...action, meta });
};
