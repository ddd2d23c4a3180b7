const longestEmail = 256;
/** The e-mail format of HTML's own e-mail field, with letters of every script. */
const emailFormat =
  /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?)*$/u;
/** True for one address, which has no blank, comma, bracket or line break in it. */
export const isEmail = (text: string) => text.length <= longestEmail && emailFormat.test(text);
