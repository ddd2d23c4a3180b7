const LONGEST_EMAIL_CHARACTERS = 256;
/** The format of HTML's e-mail field, extended to letters of all scripts. */
const emailFormat =
  /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?)*$/u;
/** True for a single address: without blank, comma, bracket or line break. */
export const isEmail = (text: string) => text.length <= LONGEST_EMAIL_CHARACTERS && emailFormat.test(text);
