/** A value as one line of JSON. Node's readline also ends a line at U+2028 and U+2029, which JSON leaves as they are. */
export function jsonLine(value: unknown): string {
  const text = JSON.stringify(value).replace(/[\u2028\u2029]/g, end =>
    end === '\u2028' ? '\\u2028' : '\\u2029',
  );
  return `${text}\n`;
}
