import { useEffect, useEffectEvent, useLayoutEffect, useState, type FormEvent } from 'react';
import { useFormik } from 'formik';
import type { Schema } from 'yup';
import { isHandedOver, takeOver } from '../handedOver';
import { useDraft } from '../useDraft';
import { useKeptDraft } from './useKeptDraft';

/** The values of a form's controls: text, all of it. */
export type Values = Record<string, string>;
/** The typed values, over the values that the user saw when they began. */
type Draft<V> = { base: V; values: V };
export type LiveForm = Pick<
  ReturnType<typeof useLiveForm>,
  'hasDraft' | 'discardDraft' | 'offer' | 'takeOffer' | 'discardOffer' | 'failure'
>;

type Options<V> = {
  /** The name of its draft, e.g. `task/12`. */
  draft: string;
  /** The item's present values; a form of a new item begins, and begins again, with its blank values. */
  now: V;
  schema: Schema;
  /** Answers the id of the operation that the submit made; nothing when it made none. */
  onSubmit: (values: V, base: V) => string | undefined;
  /** The look that was chosen for a new note: it goes with the words when they are saved from outside of the form. */
  look?: Record<string, unknown>;
};

export const sameValues = <V extends Values>(a: V, b: V) =>
  Object.keys(a).every(field => a[field] === b[field]);

/**
 * The next state of a form that was opened on `base` and holds `values`, when its item is `now`: an untouched field
 * follows the item, a typed one stays, over what the user saw when they began.
 */
export function follow<V extends Values>({ base, values }: Draft<V>, now: V): Draft<V> {
  const next = { base: { ...base }, values: { ...values } };
  for (const field of Object.keys(now) as (keyof V)[]) {
    if (values[field] !== base[field] && values[field] !== now[field]) continue;
    next.base[field] = next.values[field] = now[field];
  }
  return next;
}

/**
 * A form whose item goes on living while it is open. Formik's `status` holds the base: the values that the user saw.
 * Differences from it are a draft, kept until it is discarded or what was submitted is on the disk.
 */
export function useLiveForm<V extends Values>({ draft, now, schema, onSubmit, look }: Options<V>) {
  const isDraft = (kept: Draft<Values>): kept is Draft<V> => isDraftOf(kept, now);
  const { restored, keep, submit, others, take, discard, failure, isKept } = useDraft(draft, isDraft);
  const formik = useFormOver(restored && isDraft(restored) ? restored : null, now, schema);
  const [hasDraft, setHasDraft] = useState(() => restored !== null && !isHandedOver(draft));
  useEffect(() => takeOver(draft), [draft]);
  const { values, setValues, setStatus } = formik;
  const base = formik.status as V;
  const isDirty = !sameValues(values, base);
  const sayKept = useKeptDraft(draft);
  useEffect(
    () => sayKept(isDirty && isKept ? { isValid: schema.isValidSync(values), ...(look && { look }) } : null),
    [sayKept, isDirty, isKept, schema, values, look],
  );
  /** At once: Formik's own submit renders the form four times and waits for a promise before anything is sent. */
  const submitNow = () => {
    if (!schema.isValidSync(values)) return;
    const next = follow({ base, values }, now);
    setHasDraft(false);
    sayKept(null);
    refill({ base: next.values, values: next.values });
    const operationId = onSubmit(next.values, next.base);
    if (operationId !== undefined) submit(next, operationId);
  };

  const refill = (next: Draft<V>) => {
    setStatus(next.base);
    if (!sameValues(next.values, values)) void setValues(next.values);
  };
  const followNow = useEffectEvent(() => refill(follow({ base, values }, now)));
  useLayoutEffect(() => followNow(), [...Object.values(now)]); // eslint-disable-line react-hooks/exhaustive-deps -- its fields, whatever their names
  useEffect(() => keep(isDirty ? { base, values } : null), [keep, isDirty, base, values]);

  const wordsOf = (other: Draft<Values>) => (isDraft(other) ? newsOf(other, now, values) : null);
  const other = others.find(one => wordsOf(one) !== null);
  const offered = {
    /** The newest draft of another tab that says something else. */
    offer: other && { isTabOpen: other.isTabOpen, excerpt: excerptOf(wordsOf(other)!) },
    takeOffer() {
      if (!other) return;
      take(other);
      setHasDraft(true);
      refill(wordsOf(other)!);
    },
    discardOffer: () => other && discard(other),
  };
  return {
    formik: {
      ...formik,
      handleSubmit(event: FormEvent) {
        event.preventDefault();
        submitNow();
      },
    },
    isDirty,
    /** Words of last time are in the form. */
    hasDraft: hasDraft && isDirty,
    refill,
    discardDraft() {
      setHasDraft(false);
      refill({ base: now, values: now });
    },
    forgetDraft() {
      sayKept(null);
      keep(null);
    },
    /** Hands the words to another operation than the form's own: `make` answers its id, or nothing if it made none. */
    sendAs(make: (values: V) => string | undefined) {
      const operationId = make(values);
      if (operationId === undefined) return;
      submit({ base, values }, operationId);
      sayKept(null);
      refill({ base: values, values });
    },
    ...offered,
    /** Why what is typed is not kept; null while it is, and while nothing is typed. */
    failure: isDirty ? failure : null,
  };
}

/** Formik's form of an item, or of what was left in it the last time. */
function useFormOver<V extends Values>(restored: Draft<V> | null, now: V, schema: Schema) {
  const [start] = useState(() => (restored ? follow(restored, now) : { base: now, values: now }));
  return useFormik<V>({
    initialValues: start.values,
    initialStatus: start.base,
    validationSchema: schema,
    validateOnBlur: false, // what was typed is checked already
    onSubmit: () => undefined,
  });
}

/** A draft of an earlier version has fewer fields: what it lacks follows the item. */
function isDraftOf<V extends Values>(kept: Draft<Values>, now: V): kept is Draft<V> {
  return (
    Object.keys(kept.values).some(field => field in now) &&
    Object.keys(now).every(field => {
      const [before, typed] = [kept.base[field], kept.values[field]];
      return (
        (typeof before === 'string' && typeof typed === 'string') ||
        (before === undefined && typed === undefined)
      );
    })
  );
}

/** The state that another draft would give a form; null when it holds nothing that is not there. */
function newsOf<V extends Values>(other: Draft<V>, now: V, values: V): Draft<V> | null {
  const next = follow(other, now);
  return !sameValues(next.values, now) && !sameValues(next.values, values) ? next : null;
}

/** As much of a draft as tells it apart, in one line. */
const EXCERPT_LENGTH = 60;

function excerptOf({ base, values }: Draft<Values>) {
  const field = Object.keys(values).find(name => values[name] !== base[name] && values[name] !== '');
  const text = field === undefined ? '' : values[field]!.replace(/\s+/g, ' ').trim();
  return text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH)}…` : text;
}
