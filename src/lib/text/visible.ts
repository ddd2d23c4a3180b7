/**
 * A character that can be seen: no white space, control, format or default-ignorable character of Unicode, and none of
 * the few symbols that are drawn as a blank (Braille, Khitan, music).
 */
const SEEN = /(?!\u2800|\u{16fe4}|\u{1d159})[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Whether nobody can see anything of a text. Every field that asks for words asks this. */
export const isBlank = (text: string): boolean => !SEEN.test(text);

/** The text without blanks around it; empty when nobody can see anything of it. */
export const trimmed = (text: string): string => (isBlank(text) ? '' : text.trim());
