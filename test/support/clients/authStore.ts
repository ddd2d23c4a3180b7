/** Stores a user as the Auth SDK does, in localStorage. */
export const keepAuthUser = (user: unknown) =>
  localStorage.setItem('firebase:authUser:key:[DEFAULT]', JSON.stringify(user ?? null));
