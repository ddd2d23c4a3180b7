/** The storage key for text that was shared with the app, until the user has decided what to do with it. */
export const SHARED_KEY = 'daywall:shared';
