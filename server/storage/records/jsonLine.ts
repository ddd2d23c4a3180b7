/**
 * A value as one line of JSON. It escapes U+2028 and U+2029, which JSON does not, because Node's readline treats them
 * as line ends.
 */
export function jsonLine(value: unknown): string {
  const text = JSON.stringify(value).replace(/[\u2028\u2029]/g, end =>
    end === '\u2028' ? '\\u2028' : '\\u2029',
  );
  return `${text}\n`;
}
