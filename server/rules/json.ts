import type { Expression, Property, SpreadElement, Token } from 'acorn';
import { parseWhole, type Fail } from './expressions/source';

/** JSON with source positions, so that errors in rules have a line and a column. */
export type JsonNode =
  | { type: 'object'; start: number; members: Map<string, JsonNode & { keyStart: number }> }
  | { type: 'array'; start: number; items: JsonNode[] }
  | { type: 'string'; start: number; value: string; raw: string }
  | { type: 'boolean'; start: number; value: boolean }
  | { type: 'other'; start: number };

/** Parses JSON with comments. It uses a JavaScript parser for the positions, and refuses anything that is not JSON. */
export function parseJson(text: string, fail: Fail): JsonNode {
  const tokens: Token[] = [];
  const expression = parseWhole(text, fail, { onToken: tokens });
  tokens.forEach((token, i) => {
    const next = tokens[i + 1]?.type.label;
    if (token.type.label === ',' && (next === '}' || next === ']')) fail(token.start, 'trailing comma');
  });
  return read(expression, fail);
}

/** The file index of the character at `index` of a string's value; escapes are longer than their value. */
export function placeInString(string: JsonNode & { type: 'string' }, index: number): number {
  const characters = [...string.raw.slice(1, -1).matchAll(/\\u[0-9a-fA-F]{4}|\\[^]|[^]/g)];
  return string.start + 1 + (characters[index]?.index ?? string.raw.length - 2);
}

function read(node: Expression, fail: Fail): JsonNode {
  const { start } = node;
  if (node.type === 'ObjectExpression') {
    return { type: 'object', start, members: readMembers(node.properties, fail) };
  }
  if (node.type === 'ArrayExpression') {
    const items = node.elements.map(item =>
      item && item.type !== 'SpreadElement' ? read(item, fail) : fail(item?.start ?? start, 'not JSON'),
    );
    return { type: 'array', start, items };
  }
  if (node.type === 'UnaryExpression' && node.operator === '-') return read(node.argument, fail);
  if (node.type !== 'Literal') return fail(start, 'not JSON');
  const { value, raw = '' } = node;
  if (typeof value === 'boolean') return { type: 'boolean', start, value };
  if (typeof value === 'string') return { type: 'string', start, value: readString(raw, start, fail), raw };
  return value === null || typeof value === 'number' ? { type: 'other', start } : fail(start, 'not JSON');
}

function readMembers(properties: (Property | SpreadElement)[], fail: Fail) {
  const members = new Map<string, JsonNode & { keyStart: number }>();
  for (const property of properties) {
    const keyStart = property.start;
    if (property.type === 'SpreadElement' || property.kind !== 'init' || property.computed) {
      return fail(keyStart, 'not JSON');
    }
    const { key } = property;
    if (key.type !== 'Literal') return fail(keyStart, 'a key must be a string in double quotes');
    const name = readString(key.raw ?? '', keyStart, fail);
    if (members.has(name)) return fail(keyStart, `duplicate key ${JSON.stringify(name)}`);
    members.set(name, { ...read(property.value, fail), keyStart });
  }
  return members;
}

function readString(raw: string, start: number, fail: Fail): string {
  if (!raw.startsWith('"')) return fail(start, 'a string must stand in double quotes');
  try {
    return JSON.parse(raw) as string;
  } catch {
    return fail(start, 'a string with an escape or a character that JSON does not have');
  }
}
