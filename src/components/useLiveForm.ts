import { useEffect, useEffectEvent, useLayoutEffect, useState, type FormEvent } from 'react';
import { useFormik } from 'formik';
import type { Schema } from 'yup';
import { useDraft } from './useDraft';
import { useKeptDraft } from './useKeptDraft';

/** What the controls of a form hold: text, all of it. */
export type Values = Record<string, string>;
/** What was typed, over what the person saw when they began. */
type Draft<V> = { base: V; values: V };
export type LiveForm = Pick<
  ReturnType<typeof useLiveForm>,
  'hasDraft' | 'discardDraft' | 'offer' | 'takeOffer' | 'discardOffer' | 'failure'
>;

type Options<V> = {
  /** The name of its draft, e.g. `task/12`. */
  draft: string;
  /** What the item is now; a form of a new item begins, and begins again, with its blank values. */
  now: V;
  schema: Schema;
  /** Answers the id of the operation that the submit made; nothing when it made none. */
  onSubmit: (values: V, base: V) => string | undefined;
  /** What was chosen for a new note: it goes with the words when they are saved from outside of the form. */
  look?: Record<string, unknown>;
};

export const sameValues = <V extends Values>(a: V, b: V) =>
  Object.keys(a).every(field => a[field] === b[field]);

/**
 * What a form that was opened on `base` and holds `values` becomes when its item is `now`: a field that nobody typed in
 * follows the item, one that was typed in stays, over what the person saw when they began.
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
 * A form whose item goes on living while it is open. Formik's `status` holds the base: what the person saw, over which
 * a submit is sent. What differs from it is a draft, kept until it is discarded or what was submitted is on the disk.
 */
export function useLiveForm<V extends Values>({ draft, now, schema, onSubmit, look }: Options<V>) {
  const isDraft = (kept: Draft<Values>): kept is Draft<V> =>
    Object.keys(now).every(
      field => typeof kept.base[field] === 'string' && typeof kept.values[field] === 'string',
    );
  const { restored, keep, submit, others, take, discard, failure, isKept } = useDraft(draft, isDraft);
  const [start] = useState(() =>
    restored && isDraft(restored) ? follow(restored, now) : { base: now, values: now },
  );
  const [hasDraft, setHasDraft] = useState(restored !== null);
  const formik = useFormik<V>({
    initialValues: start.values,
    initialStatus: start.base,
    validationSchema: schema,
    validateOnBlur: false, // what was typed is checked already
    onSubmit: () => undefined,
  });
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

  /** What another draft would make of this form; null when it holds nothing that is not here. */
  const wordsOf = (other: Draft<Values>) => {
    const next = isDraft(other) ? follow(other, now) : null;
    return next && !sameValues(next.values, now) && !sameValues(next.values, values) ? next : null;
  };
  const other = others.find(one => wordsOf(one) !== null);
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
    /** The newest draft of another tab that says something else. */
    offer: other && { isTabOpen: other.isTabOpen, excerpt: excerptOf(wordsOf(other)!) },
    takeOffer() {
      if (!other) return;
      take(other);
      setHasDraft(true);
      refill(wordsOf(other)!);
    },
    discardOffer: () => other && discard(other),
    /** Why what is typed is not kept; null while it is, and while nothing is typed. */
    failure: isDirty ? failure : null,
  };
}

/** As much of a draft as tells it apart, in one line. */
const EXCERPT = 60;

function excerptOf({ base, values }: Draft<Values>) {
  const field = Object.keys(values).find(name => values[name] !== base[name] && values[name] !== '');
  const text = field === undefined ? '' : values[field]!.replace(/\s+/g, ' ').trim();
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text;
}
