import { useEffect, useRef, useState } from 'react';
import { useAppSelector } from '../hooks';
import { useDraft } from './useDraft';
import type { FormDraft } from '../services/device';
import { selectIsSaving } from '../sync/queue/queueSlice';

const draftOf = (unkept: readonly string[], text: string): FormDraft => ({
  base: { text: '' },
  values: { text: [...unkept, text].join('\n') },
  rest: { text },
});
const isDraft = ({ values }: FormDraft) => typeof values.text === 'string';

/**
 * Stores a line's text as a draft. Submitted text stays in the draft until its operation is on the disk; operations
 * reach the disk in order.
 */
export function useLineDraft(form: string, text: string) {
  const { restored, keep, submit, failure } = useDraft(form, isDraft);
  const isSaving = useAppSelector(selectIsSaving);
  const unkept = useRef<string[]>([]);
  useEffect(() => {
    if (!isSaving) unkept.current = [];
    keep(text === '' ? null : draftOf(unkept.current, text));
  }, [keep, text, isSaving]);
  return {
    /** The initial text of the line. */
    restored: useState(restored?.values.text ?? '')[0],
    /** Records that an operation was requested for the text. */
    submit(operationId: string) {
      submit(draftOf(unkept.current, text), operationId);
      unkept.current = [...unkept.current, text];
    },
    /** Why the text cannot be stored; null while it can, or while there is none. */
    failure: text === '' ? null : failure,
  };
}
