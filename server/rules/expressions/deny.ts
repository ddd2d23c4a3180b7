const denial = new TypeError('a rule met a value that it can not use');

/** Ends the running expression: what goes wrong in a rule denies. One error for all, as nobody reads its stack. */
export function deny(): never {
  throw denial;
}
