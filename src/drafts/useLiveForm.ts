import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type RefObject,
} from 'react';
import type { Dispatch } from '@reduxjs/toolkit';
import { useFormik } from 'formik';
import { ValidationError, type Schema } from 'yup';
import { useAppStore } from '../hooks';
import { selectUser } from '../auth/authSlice';
import { draftKept, selectKeptDraft } from '../ui/uiSlice';
import { useDraft } from './useDraft';
import { withoutMarks } from '../lib/text/subtasks';
import { isFilledIn, setFilledIn } from './useNewForm';

/** The values of a form's controls, all as text. */
export type Values = Record<string, string>;
/** The typed values, and the base values from which the user began. */
type Draft<V> = { base: V; values: V };
export type LiveForm = Pick<
  ReturnType<typeof useLiveForm>,
  'isDirty' | 'hasDraft' | 'discardDraft' | 'offer' | 'takeOffer' | 'discardOffer' | 'failure'
>;

/** Requests an operation, and returns its id; undefined when none was requested. */
type Request<V> = (values: V, base: V) => string | undefined;

type Options<V> = {
  /** The name of its draft, e.g. `task/12`. */
  draft: string;
  /** The item's current values; for a new item, the blank values to which the form is reset. */
  now: V;
  schema: Schema;
  onSubmit: Request<V>;
  /** Called instead of `onSubmit` when the form is left with valid changes. Absent: they stay as a draft. */
  onLeave?: Request<V>;
  /** The chosen look of a new note, stored with its text so that it can be saved after the form was closed. */
  look?: Record<string, unknown>;
};

export const sameValues = <V extends Values>(a: V, b: V) =>
  Object.keys(a).every(field => a[field] === b[field]);

/**
 * The next state of a form that began with `base` and holds `values`, when its item has become `now`: untouched fields
 * follow the item, edited ones stay and keep their base value.
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
 * A form whose item may change while it is open. Formik's `status` holds the base values. Differences from them are
 * stored as a draft until they are discarded or submitted.
 */
export function useLiveForm<V extends Values>({ draft, now, schema, onSubmit, onLeave, look }: Options<V>) {
  const isDraft = (kept: Draft<Values>): kept is Draft<V> => isDraftOf(kept, now);
  const { restored, keep, others, take, discard, failure, isKept } = useDraft(draft, isDraft);
  const formik = useFormOver(restored && isDraft(restored) ? restored : null, now, schema);
  const [hasDraft, setHasDraft] = useState(() => restored !== null && !isFilledIn(draft));
  useEffect(() => (isFilledIn(draft) ? setFilledIn(null) : undefined), [draft]);
  const { values, setValues, setStatus, isValid } = formik;
  const base = formik.status as V;
  const isDirty = !sameValues(values, base);
  const hasChanges = useRef(false);
  const refill = (next: Draft<V>) => {
    if (!sameValues(next.base, base)) setStatus(next.base); // each call renders the form
    if (!sameValues(next.values, values)) void setValues(next.values);
  };
  /** Synchronous, because Formik's own submit renders the form four times and awaits a promise first. */
  const send = (request: Request<V>) => {
    const next = follow({ base, values }, now);
    setHasDraft(false);
    hasChanges.current = false;
    refill({ base: next.values, values: next.values });
    // The operation is in localStorage at the end of this turn.
    if (request(next.values, next.base) !== undefined) keep(null);
  };
  useLayoutEffect(() => void (hasChanges.current = isDirty), [isDirty]);
  useLeaving(hasChanges, dispatch => {
    if (onLeave && isValid) send(onLeave);
    else if (isKept) dispatch(draftKept({ form: draft, isValid, ...(look && { look }) }));
  });
  const followNow = useEffectEvent(() => refill(follow({ base, values }, now)));
  useLayoutEffect(() => followNow(), [...Object.values(now)]); // oxlint-disable-line react/exhaustive-deps -- its fields, whatever their names
  useEffect(() => keep(isDirty ? { base, values } : null), [keep, isDirty, base, values]);

  const wordsOf = (other: Draft<Values>) => (isDraft(other) ? newsOf(other, now, values) : null);
  const other = others.find(otherDraft => wordsOf(otherDraft) !== null);
  const offered = {
    /** The newest draft of another tab with different content. */
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
        if (isValid) send(onSubmit);
      },
    },
    isDirty,
    /** True if the form opened with text of an earlier session. */
    hasDraft: hasDraft && isDirty,
    refill,
    discardDraft() {
      setHasDraft(false);
      refill({ base: now, values: now });
    },
    forgetDraft() {
      hasChanges.current = false;
      keep(null);
    },
    /** Submits by another operation than the form's own, and also what is not valid. */
    sendAs: send,
    ...offered,
    /** Why the draft cannot be stored; null while it can, or while there is none. */
    failure: isDirty ? failure : null,
  };
}

/** Calls `onLeave` when a form is left in any way while it has changes that were not sent. */
function useLeaving(hasChanges: RefObject<boolean>, onLeave: (dispatch: Dispatch) => void) {
  const store = useAppStore();
  const isOpen = useRef(false);
  const leave = useEffectEvent(() => {
    if (hasChanges.current && selectUser(store.getState())) onLeave(store.dispatch);
  });
  useLayoutEffect(() => {
    isOpen.current = true;
    if (selectKeptDraft(store.getState())) store.dispatch(draftKept(null));
    return () => {
      isOpen.current = false;
      // Strict mode opens the form again at once. After a sign-out the changes stay as a draft.
      queueMicrotask(() => {
        if (!isOpen.current) leave();
      });
    };
  }, [store]);
}

/**
 * True if the form of a deleted item must stay because something was typed into it, even if the text is removed again.
 * `forget` resets it.
 */
export function useHasWords(isGone: boolean, isDirty: boolean) {
  const [hadWords, setHadWords] = useState(false);
  const hasWords = isGone && (isDirty || hadWords);
  if (hasWords !== hadWords) setHadWords(hasWords);
  return { hasWords, forget: () => setHadWords(false) };
}

/** The message of each field that is not valid. */
function errorsOf(schema: Schema, values: Values): Values {
  try {
    schema.validateSync(values, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map(({ path = '', message }) => [path, message]));
  }
}

/** Formik's form with the values of the item, or of the restored draft. */
function useFormOver<V extends Values>(restored: Draft<V> | null, now: V, schema: Schema) {
  const [start] = useState(() => (restored ? follow(restored, now) : { base: now, values: now }));
  const formik = useFormik<V>({
    initialValues: start.values,
    initialStatus: start.base,
    // Formik's own validation renders the form once more for each key.
    validateOnChange: false,
    validateOnBlur: false,
    onSubmit: () => undefined,
  });
  const errors = useMemo(() => errorsOf(schema, formik.values), [schema, formik.values]);
  return { ...formik, errors, isValid: Object.keys(errors).length === 0 };
}

/** A draft may lack fields that a newer form has; these follow the item. */
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

/** The form state that another draft would give; null when it has nothing new. */
function newsOf<V extends Values>(other: Draft<V>, now: V, values: V): Draft<V> | null {
  const next = follow(other, now);
  return !sameValues(next.values, now) && !sameValues(next.values, values) ? next : null;
}

/** The length, in characters, of the line that distinguishes one draft from another. */
const EXCERPT_CHARACTERS = 60;

function excerptOf({ base, values }: Draft<Values>) {
  const field = Object.keys(values).find(name => values[name] !== base[name] && values[name] !== '');
  const text = field === undefined ? '' : withoutMarks(values[field]!).replace(/\s+/g, ' ').trim();
  return text.length > EXCERPT_CHARACTERS ? `${text.slice(0, EXCERPT_CHARACTERS)}…` : text;
}
