import { ProtocolError } from '../../lib/types';
import { LIMIT } from './limits';

/** Bytes of a parsed value, including its place among its siblings. */
const VALUE_BYTES = 100;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_MAP = 0x7b;
const CLOSE_MAP = 0x7d;

/**
 * Refuses JSON text with too many values or too deep nesting, in one pass over the characters outside of strings.
 * Returns roughly how many bytes parsing it takes. Throws `too_big` or `invalid_data`; other syntax errors are found
 * by the parser.
 */
export function checkSize(text: string): number {
  let [values, depth] = [1, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) values += 1;
    else if (code === OPEN_MAP || code === OPEN_LIST) {
      values += 1;
      depth += 1;
      if (depth > LIMIT.depth)
        throw new ProtocolError('invalid_data', 'Invalid data; it is nested too deeply');
    } else if (code === CLOSE_MAP || code === CLOSE_LIST) depth -= 1;
    if (values > LIMIT.values) throw tooBig();
  }
  return text.length + VALUE_BYTES * values;
}

/** The refusal of a write that exceeds the limit of one request. */
export function tooBig(): ProtocolError {
  const why = 'Data to write exceeds the maximum size that can be modified with a single request.';
  return new ProtocolError('too_big', why, 413);
}

/** The index of the quote that ends a string starting at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = end;
    while (text.charCodeAt(escapes - 1) === BACKSLASH) escapes -= 1;
    if ((end - escapes) % 2 === 0) return end;
  }
  return text.length;
}
