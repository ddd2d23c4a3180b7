import { RE2JS } from 're2js';
import { deny } from './deny';
import { MAX_STRING_CHARACTERS } from './operators';
import type { Snapshot } from './snapshot';
import { anyValue, Type, type Value } from './values';

/** Longer strings never match: with a linear-time engine this limits the cost of a match. */
const MAX_MATCHED_CHARACTERS = 10_000;

/** The arguments of a method. `names` is optional; `pattern` must be a literal, known when loading. */
export type Parameter = 'string' | 'path' | 'names' | 'pattern';
type Argument = string & readonly string[] & RE2JS;

export interface Method<Self> {
  parameters: readonly Parameter[];
  returns: number;
  call(self: Self, first: Argument, second: Argument): Value;
}

export const snapshotMethods = new Map<string, Method<Snapshot>>(
  Object.entries<Method<Snapshot>>({
    val: { parameters: [], returns: anyValue, call: self => self.val() },
    child: { parameters: ['path'], returns: Type.snapshot, call: (self, path) => self.child(path) },
    parent: { parameters: [], returns: Type.snapshot, call: self => self.parent() },
    hasChild: { parameters: ['path'], returns: Type.boolean, call: (self, path) => self.hasChild(path) },
    hasChildren: {
      parameters: ['names'],
      returns: Type.boolean,
      call: (self, names) => self.hasChildren(names),
    },
    exists: { parameters: [], returns: Type.boolean, call: self => self.exists() },
    getPriority: {
      parameters: [],
      returns: Type.null | Type.number | Type.string,
      call: self => self.priority(),
    },
    isNumber: { parameters: [], returns: Type.boolean, call: self => self.isOf('number') },
    isString: { parameters: [], returns: Type.boolean, call: self => self.isOf('string') },
    isBoolean: { parameters: [], returns: Type.boolean, call: self => self.isOf('boolean') },
  }),
);

export const stringMethods = new Map<string, Method<string>>(
  Object.entries<Method<string>>({
    contains: { parameters: ['string'], returns: Type.boolean, call: (self, part) => self.includes(part) },
    beginsWith: {
      parameters: ['string'],
      returns: Type.boolean,
      call: (self, part) => self.startsWith(part),
    },
    endsWith: { parameters: ['string'], returns: Type.boolean, call: (self, part) => self.endsWith(part) },
    replace: { parameters: ['string', 'string'], returns: Type.string, call: replace },
    toLowerCase: { parameters: [], returns: Type.string, call: self => self.toLowerCase() },
    toUpperCase: { parameters: [], returns: Type.string, call: self => self.toUpperCase() },
    matches: {
      parameters: ['pattern'],
      returns: Type.boolean,
      call: (self, pattern) => (self.length <= MAX_MATCHED_CHARACTERS ? pattern.test(self) : deny()),
    },
  }),
);

/** Replaces every occurrence of a plain text. The length is checked before the string is built. */
function replace(self: string, part: string, by: string): string {
  if (part === '') deny();
  const pieces = self.split(part);
  if (self.length + (pieces.length - 1) * (by.length - part.length) > MAX_STRING_CHARACTERS) deny();
  return pieces.join(by);
}

/** Compiled patterns by literal: a rules file repeats some, and each takes milliseconds of the start. */
const patterns = new Map<string, RE2JS>();

/** Compiles a regex literal for the linear-time engine; throws when the engine does not support its syntax. */
export function compilePattern(pattern: string, flags: string): RE2JS {
  if (flags !== '' && flags !== 'i') throw new Error(`unknown flag "${flags}"`);
  const literal = `/${pattern}/${flags}`;
  const known = patterns.get(literal);
  if (known) return known;
  const made = RE2JS.compile(RE2JS.translateRegExp(pattern), flags ? RE2JS.CASE_INSENSITIVE : 0);
  patterns.set(literal, made);
  return made;
}
