/** Where a tab keeps what was shared with the app, until its person chose what becomes of it. */
export const SHARED_KEY = 'daywall:shared';
