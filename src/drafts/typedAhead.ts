/** The text typed since a form was asked for whose first field is not there yet; null while none is expected. */
let letters: string | null = null;

/** A control or a key opens a form: what is typed from now on is meant for its first field. */
export const expectField = () => {
  letters ??= '';
};

/** True until the expected field is there. */
export const isFieldExpected = () => letters !== null;

/** Keeps a letter for the expected field; without one it is dropped. */
export const typeAhead = (letter: string) => {
  if (letters !== null) letters += letter;
};

/** The field is there, or will not come: answers what was typed for it, and expects none any more. */
export function takeTypedAhead(): string {
  const typed = letters ?? '';
  letters = null;
  return typed;
}
