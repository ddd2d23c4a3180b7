import { compileExpression } from './expressions/expression';
import { placeInString, type JsonNode } from './json';
import { isKey } from './expressions/keys';
import { compilePossible, type Possible } from './expressions/possible';
import { failIn, type Fail } from './expressions/source';
import { Type, type Run, type Typed } from './expressions/values';

/** The maximum depth of the database, and so of its rules. */
const MAX_DEPTH = 32;

/** The rules of a place and of the places below it. */
export interface RuleNode {
  read: Run<boolean> | null;
  write: Run<boolean> | null;
  /** Whether `write` can be true before the new data is known; null if `write` is. */
  possible: Possible | null;
  validate: Run<boolean> | null;
  indexOn: ReadonlySet<string>;
  children: ReadonlyMap<string, RuleNode>;
  wildcard: RuleNode | null;
  /** Whether any rule below is a `.validate`; without one, new data need not be checked. */
  validatesBelow: boolean;
}

type Kind = '.read' | '.write' | '.validate';
type Variables = ReadonlyMap<string, Typed>;
interface Place {
  fileName: string;
  text: string;
  path: readonly string[];
  wildcards: Variables;
}

const everywhere: [string, Typed][] = [
  ['auth', { types: Type.auth | Type.null, run: scope => scope.auth }],
  ['now', { types: Type.number, run: scope => scope.now }],
  ['root', { types: Type.snapshot, run: scope => scope.root }],
  ['data', { types: Type.snapshot, run: scope => scope.data }],
];
const newData: [string, Typed] = ['newData', { types: Type.snapshot, run: scope => scope.newData }];
const query: [string, Typed] = ['query', { types: Type.query, run: scope => scope.query }];

/** Compiles the member `rules` of the file, with everything below it. */
export function compileTree(node: JsonNode, fileName: string, text: string): RuleNode {
  return compileNode(node, { fileName, text, path: [], wildcards: new Map() });
}

function compileNode(node: JsonNode, place: Place): RuleNode {
  const fail = failIn(place.fileName, place.text, place.path);
  if (node.type !== 'object') return fail(node.start, 'expected an object of rules');
  if (place.path.length > MAX_DEPTH) return fail(node.start, `deeper than ${MAX_DEPTH} levels`);
  const children = new Map<string, RuleNode>();
  const rule: RuleNode = {
    read: null,
    write: null,
    possible: null,
    validate: null,
    indexOn: new Set(),
    children,
    wildcard: null,
    validatesBelow: false,
  };
  for (const [name, member] of node.members) {
    const inner: Place = { ...place, path: [...place.path, name] };
    const failHere = failIn(place.fileName, place.text, inner.path);
    if (name === '.read') rule.read = compileRule(name, member, inner);
    else if (name === '.write') {
      rule.write = compileRule(name, member, inner);
      rule.possible = compilePossibility(member, inner, place.path, rule.write);
    } else if (name === '.validate') rule.validate = compileRule(name, member, inner);
    else if (name === '.indexOn') rule.indexOn = compileIndexes(member, failHere);
    else if (name.startsWith('$')) {
      if (rule.wildcard) failHere(member.keyStart, 'a level has one wildcard at most');
      rule.wildcard = compileNode(member, {
        ...inner,
        wildcards: withWildcard(name, member.keyStart, inner),
      });
    } else if (isKey(name)) children.set(name, compileNode(member, inner));
    else failHere(member.keyStart, name.startsWith('.') ? 'unknown kind of rule' : 'not a key');
  }
  const below = [...children.values(), ...(rule.wildcard ? [rule.wildcard] : [])];
  rule.validatesBelow = below.some(child => child.validate !== null || child.validatesBelow);
  return rule;
}

/** A wildcard's variable has the value of the key at its level of the path. */
function withWildcard(name: string, start: number, { fileName, text, path, wildcards }: Place): Variables {
  const fail = failIn(fileName, text, path);
  if (!/^\$[A-Za-z0-9_]+$/.test(name)) fail(start, 'a wildcard is named by letters, digits and _');
  if (wildcards.has(name)) fail(start, 'a wildcard of this name stands above');
  const level = path.length - 1;
  return new Map(wildcards).set(name, { types: Type.string, run: scope => scope.keys[level]! });
}

function compileRule(kind: Kind, node: JsonNode, place: Place): Run<boolean> {
  const fail = failIn(place.fileName, place.text, place.path);
  if (node.type === 'boolean') {
    const { value } = node;
    return () => value;
  }
  if (node.type !== 'string') return fail(node.start, 'expected true, false or an expression in a string');
  return compileExpression(node.value, variablesOf(kind, place), (index, reason) =>
    fail(placeInString(node, index), reason),
  );
}

/** The same rule was already compiled, so this cannot fail. */
function compilePossibility(
  node: JsonNode,
  place: Place,
  path: readonly string[],
  whole: Run<boolean>,
): Possible {
  if (node.type !== 'string') return whole;
  const fail = failIn(place.fileName, place.text, place.path);
  return compilePossible(node.value, variablesOf('.write', place), path, fail);
}

const variablesOf = (kind: Kind, { wildcards }: Place): Variables =>
  new Map([...everywhere, kind === '.read' ? query : newData, ...wildcards]);

function compileIndexes(node: JsonNode, fail: Fail): ReadonlySet<string> {
  const items = node.type === 'array' ? node.items : [node];
  const indexes = items.map(item => {
    if (item.type !== 'string') return fail(item.start, 'expected a child path or a list of them');
    const legal = item.value === '.value' || item.value.split('/').every(isKey);
    return legal ? item.value : fail(item.start, `${JSON.stringify(item.value)} is no child path`);
  });
  return new Set(indexes);
}
