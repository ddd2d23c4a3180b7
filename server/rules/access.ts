import type { NodeView, QueryView, Rules, Work } from '../lib/types';
import { Snapshot } from './expressions/snapshot';
import type { RuleNode } from './tree';
import type { Scope } from './expressions/values';

const plainRead: QueryView = {
  orderByChild: null,
  orderByKey: false,
  orderByValue: false,
  orderByPriority: false,
  startAt: null,
  endAt: null,
  equalTo: null,
  limitToFirst: null,
  limitToLast: null,
};

/** The permission checks of a compiled tree of rules. */
export function rulesOf(top: RuleNode): Rules {
  return {
    canRead({ auth, now, root, path, query = plainRead }) {
      const data = new Snapshot(root);
      return grants(top, 'read', { auth, now, root: data, query, keys: path, data, newData: data });
    },
    mayWrite({ auth, now, root, path, below }) {
      const data = new Snapshot(root);
      const scope = { auth, now, root: data, query: plainRead, keys: path, data, newData: data };
      const rules = follow(top, path);
      const grantsAbove = rules.some((rule, level) => {
        if (level > 0) descend(scope, path[level - 1]!);
        return rule.possible?.(scope, path.length) ?? false;
      });
      const last = rules.length > path.length ? rules.at(-1) : undefined;
      return grantsAbove || (below && last !== undefined && mayWriteBelow(last, scope));
    },
    *canWrite({ auth, now, root, newRoot, writes }) {
      const before = new Snapshot(root);
      const after = new Snapshot(newRoot);
      const scope = { auth, now, root: before, query: plainRead, data: before, newData: after };
      for (const { path } of writes) {
        if (!grants(top, 'write', { ...scope, keys: path })) return false;
        yield;
      }
      for (const { path } of writes)
        if (!isEmptyAt(newRoot, path) && !(yield* isValid(top, { ...scope, keys: path }))) return false;
      return true;
    },
    isIndexed(path, child) {
      const rules = follow(top, path);
      return rules.length > path.length && rules.at(-1)!.indexOn.has(child);
    },
  };
}

/** A literal child takes precedence over the wildcard of its level, even without rules of its own. */
const below = (rule: RuleNode, key: string) => rule.children.get(key) ?? rule.wildcard;

/** The rules from the root to the path, or to its last node that has any. */
function follow(top: RuleNode, path: readonly string[]): RuleNode[] {
  const rules = [top];
  for (const key of path) {
    const next = below(rules.at(-1)!, key);
    if (!next) break;
    rules.push(next);
  }
  return rules;
}

/** A permission granted at any place from the root to this one cannot be revoked further down. */
function grants(top: RuleNode, kind: 'read' | 'write', scope: Scope): boolean {
  return follow(top, scope.keys).some((rule, level) => {
    if (level > 0) descend(scope, scope.keys[level - 1]!);
    return rule[kind]?.(scope) ?? false;
  });
}

function mayWriteBelow(rule: RuleNode, scope: Scope): boolean {
  return [...rule.children.values(), ...(rule.wildcard ? [rule.wildcard] : [])].some(
    child => (child.possible?.(scope, scope.keys.length) ?? false) || mayWriteBelow(child, scope),
  );
}

/** Every `.validate` along the path to the written place, and below it for all new data. */
function* isValid(top: RuleNode, scope: Scope): Work<boolean> {
  const rules = follow(top, scope.keys);
  for (const [level, rule] of rules.entries()) {
    if (level > 0) descend(scope, scope.keys[level - 1]!);
    const isLast = level === scope.keys.length;
    if (!(isLast ? yield* isValidBelow(rule, scope) : isValidHere(rule, scope))) return false;
  }
  return true;
}

const isValidHere = (rule: RuleNode, scope: Scope) => rule.validate?.(scope) ?? true;

function* isValidBelow(rule: RuleNode, scope: Scope): Work<boolean> {
  if (!isValidHere(rule, scope)) return false;
  if (!rule.validatesBelow) return true;
  yield;
  let count = 0;
  for (const key of rule.wildcard ? scope.newData.keys() : rule.children.keys()) {
    if ((count += 1) % 64 === 0) yield;
    const child = below(rule, key);
    if (!child) continue;
    const inner = { ...scope, keys: [...scope.keys, key] };
    descend(inner, key);
    if (inner.newData.isEmpty) continue;
    // Most children are leaves without rules below them.
    if (!(child.validatesBelow ? yield* isValidBelow(child, inner) : isValidHere(child, inner))) return false;
  }
  return true;
}

function descend(scope: Scope, key: string): void {
  scope.data = scope.data.step(key);
  scope.newData = scope.newData.step(key);
}

/** Removed values, and the nodes around them, are not validated. */
function isEmptyAt(root: NodeView, path: readonly string[]): boolean {
  return path.reduce((view, key) => view.child(key), root).isEmpty;
}
