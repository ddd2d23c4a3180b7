import type { UnknownAction } from '@reduxjs/toolkit';

// `any`, because a type guard of one kind of action is not assignable to one of `unknown`, and the type that `isAnyOf`
// infers would become `unknown`.
/* oxlint-disable typescript/no-explicit-any */
type Matcher<A> = { match(action: any): action is A };
type Guard<A> = (action: any) => action is A;
type AnyTyped = Typed<any>;
/* oxlint-enable typescript/no-explicit-any */

type Typed<A> = Matcher<A> | Guard<A>;
type Predicate = (action: UnknownAction) => boolean;

/** A pattern whose actions have this type: an action creator (anything with `match`), a type guard, or a list of these. */
export type PatternOf<A> = Typed<A> | readonly Typed<A>[];
/** Which actions a saga takes: those of a `PatternOf` or of a predicate, or of any of a list of both. */
export type Pattern = AnyTyped | Predicate | readonly (AnyTyped | Predicate)[];

type ActionOfOne<One> = One extends Typed<infer A> ? A : UnknownAction;
/** The type of the actions that a pattern takes: a union for a list, any action for a plain predicate. */
export type ActionOf<P extends Pattern> = P extends readonly (infer One)[]
  ? ActionOfOne<One>
  : ActionOfOne<P>;

/** Whether an action is one of the pattern, in the form that redux-saga takes. */
export function predicateOf(pattern: Pattern): Predicate {
  const predicates = [pattern]
    .flat()
    .map(part => ('match' in part ? part.match.bind(part) : part)) as Predicate[];
  return action => predicates.some(isOne => isOne(action));
}
