/** The text typed since a form was asked for whose first field is not there yet; null while none is expected. */
let letters: string | null = null;

/** A control or a key opens a form: what is typed from now on is meant for its first field. */
export const expectField = () => {
  letters ??= '';
};

/** True until the expected field is there. */
export const isFieldExpected = () => letters !== null;

/** Adds a letter for the expected field, and answers all of them. */
export const typeAhead = (letter: string) => (letters = (letters ?? '') + letter);

/** The field is there, or will not come: answers what was typed for it, and expects none any more. */
export function takeTypedAhead(): string {
  const typed = letters ?? '';
  letters = null;
  return typed;
}
