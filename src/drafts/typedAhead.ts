/** The text typed since a form was requested and before its first field is rendered; null while none is expected. */
let letters: string | null = null;

/** A control or key opens a form: text typed from now on goes into its first field. */
export const expectField = () => {
  letters ??= '';
};

/** True until the expected field is rendered. */
export const isFieldExpected = () => letters !== null;

/** Appends a letter for the expected field, and returns all of them. */
export const typeAhead = (letter: string) => (letters = (letters ?? '') + letter);

/** The field is rendered, or will not be: returns the text typed for it and stops expecting it. */
export function takeTypedAhead(): string {
  const typed = letters ?? '';
  letters = null;
  return typed;
}
