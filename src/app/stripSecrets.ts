import { isAction, type Middleware } from '@reduxjs/toolkit';

type Meta = { password?: string; newPassword?: string; file?: Blob };

/** Behind the saga middleware: the passwords and files that sagas saw in `meta` go no further, so nothing records them. */
export const stripSecrets: Middleware = () => next => action => {
  if (!isAction(action) || !('meta' in action) || !action.meta) return next(action);
  const { password, newPassword, file, ...meta } = action.meta as Meta;
  return next((password ?? newPassword ?? file) === undefined ? action : { ...action, meta });
};
