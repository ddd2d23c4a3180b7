const denial = new TypeError('a rule met a value that it can not use');

/** Aborts the expression, because errors in a rule deny. A single error object is reused; its stack is never read. */
export function deny(): never {
  throw denial;
}
