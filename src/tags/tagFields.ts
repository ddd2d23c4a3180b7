/** The fields in which tags are written: quick add, the wall's line, and titles. */
export const TAG_FIELDS = '[data-quick-add], [data-note-line], [data-title]';
