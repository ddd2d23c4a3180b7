import { useEffect, useEffectEvent, useLayoutEffect, useState, type FormEvent } from 'react';
import { useFormik } from 'formik';
import type { Schema } from 'yup';
import { useDraft } from './useDraft';

/** What the controls of a form hold: text, all of it. */
export type Values = Record<string, string>;
/** What was typed, over what the person saw when they began. */
type Draft<V> = { base: V; values: V };

type Options<V> = {
  /** The name of its draft, e.g. `task/12`. */
  draft: string;
  /** What the item is now; a form of a new item begins, and begins again, with its blank values. */
  now: V;
  schema: Schema;
  onSubmit: (values: V, base: V) => void;
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
 * a submit is sent. What differs from it is a draft, kept until it is submitted or discarded.
 */
export function useLiveForm<V extends Values>({ draft, now, schema, onSubmit }: Options<V>) {
  const hasFields = (kept: unknown) =>
    Object.keys(now).every(field => typeof (kept as Partial<V> | null | undefined)?.[field] === 'string');
  const isDraft = (kept: unknown): kept is Draft<V> =>
    hasFields((kept as Partial<Draft<V>> | null)?.base) && hasFields((kept as Draft<V>).values);

  const { restored, keep } = useDraft(draft, isDraft);
  const [start] = useState(() => (restored ? follow(restored, now) : { base: now, values: now }));
  const [hasDraft, setHasDraft] = useState(restored !== null);
  const formik = useFormik<V>({
    initialValues: start.values,
    initialStatus: start.base,
    validationSchema: schema,
    validateOnBlur: false, // what was typed is checked already
    onSubmit: () => undefined,
  });
  const { values, setValues, setStatus } = formik;
  /** At once: Formik's own submit renders the form four times and waits for a promise before anything is sent. */
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!schema.isValidSync(values)) return;
    const next = follow({ base, values }, now);
    setHasDraft(false);
    refill({ base: next.values, values: next.values });
    onSubmit(next.values, next.base);
  };
  const base = formik.status as V;
  const isDirty = !sameValues(values, base);

  const refill = (next: Draft<V>) => {
    setStatus(next.base);
    if (!sameValues(next.values, values)) void setValues(next.values);
  };
  const followNow = useEffectEvent(() => refill(follow({ base, values }, now)));
  useLayoutEffect(() => followNow(), [...Object.values(now)]); // eslint-disable-line react-hooks/exhaustive-deps -- its fields, whatever their names
  useEffect(() => keep(isDirty ? { base, values } : null), [keep, isDirty, base, values]);

  return {
    formik: { ...formik, handleSubmit },
    isDirty,
    /** Words of last time are in the form. */
    hasDraft: hasDraft && isDirty,
    refill,
    discardDraft() {
      setHasDraft(false);
      refill({ base: now, values: now });
    },
    forgetDraft: () => keep(null),
  };
}
