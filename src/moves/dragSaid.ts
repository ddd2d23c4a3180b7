/** The id of the live region that says what is lifted and where it is. It is in the page before a drag begins. */
export const DRAG_SAID_ID = 'drag-said';
