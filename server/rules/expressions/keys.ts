// oxlint-disable-next-line no-control-regex -- control characters are exactly what a key must not have
const illegal = /[.$#[\]/\x00-\x1f\x7f]/;

/** Whether the text is a legal database key. */
export const isKey = (text: string): boolean => text !== '' && !illegal.test(text);
