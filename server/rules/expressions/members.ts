import type { Expression, MemberExpression } from 'acorn';
import { deny } from './deny';
import type { Fail } from './source';
import { anyClaim, as, Type, typeNames, type Inner, type Operand, type Typed, type Value } from './values';

const primitiveOrNull = Type.null | Type.boolean | Type.number | Type.string;
const fieldsOf: readonly [type: number, fields: Record<string, number>][] = [
  [Type.auth, { uid: Type.string, provider: Type.string, token: Type.claims }],
  [
    Type.query,
    {
      orderByChild: Type.string | Type.null,
      orderByKey: Type.boolean,
      orderByValue: Type.boolean,
      orderByPriority: Type.boolean,
      startAt: primitiveOrNull,
      endAt: primitiveOrNull,
      equalTo: primitiveOrNull,
      limitToFirst: Type.number | Type.null,
      limitToLast: Type.number | Type.null,
    },
  ],
];

/** `auth.…` and `query.…` have the listed fields, claims have any field, strings have a length. */
export function compileMember(node: MemberExpression, inner: Inner, fail: Fail): Typed {
  const object = inner(node.object as Expression);
  if (object.types & Type.claims) return claim(node, object, inner, fail);
  const { start } = node.property;
  const name = memberName(node) ?? fail(start, 'only claims of auth.token are looked up by a computed name');
  if (object.types & Type.string && name === 'length') {
    const run = as<string>(object, Type.string, fail);
    return { types: Type.number, run: scope => run(scope).length };
  }
  const known = fieldsOf.find(([type, fields]) => object.types & type && Object.hasOwn(fields, name));
  if (!known) return fail(start, `a ${typeNames(object.types)} has no property "${name}"`);
  const run = as<Record<string, Value> & Value>(object, known[0], fail);
  return { types: known[1][name]!, run: scope => run(scope)[name] ?? null };
}

/** The name in `a.name` or `a['name']`; undefined for a computed one. */
export function memberName({ computed, property }: MemberExpression): string | undefined {
  if (!computed) return property.type === 'Identifier' ? property.name : undefined;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined;
}

function claim(node: MemberExpression, object: Operand, inner: Inner, fail: Fail): Typed {
  const name = memberName(node);
  if (name !== undefined) return { types: anyClaim, run: scope => lookUp(object.run(scope), name) };
  const computed = as<string | number>(inner(node.property as Expression), Type.string | Type.number, fail);
  return { types: anyClaim, run: scope => lookUp(object.run(scope), computed(scope)) };
}

/** A claim's own field; null when it is missing, so that rules can compare it. */
function lookUp(claims: Value, name: string | number): Value {
  if (typeof claims === 'string' && name === 'length') return claims.length;
  if (claims === null || typeof claims !== 'object') return deny();
  return Object.hasOwn(claims, name) ? ((claims as Record<string, Value>)[name] ?? null) : null;
}
