import { createAction } from '@reduxjs/toolkit';

/** The page was opened: its saga is loaded, and begins. In a file of its own, because the first bundle waits for it. */
export const dataPageOpened = createAction('transfer/dataPageOpened');
