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
 * Keeps the text of a line as a draft. What was added from it is a part of that until its operation is on the disk; an
 * operation before the last one is on the disk before it.
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
    /** The text that the line opens with. */
    restored: useState(restored?.values.text ?? '')[0],
    /** Notes that the text was handed to an operation. */
    submit(operationId: string) {
      submit(draftOf(unkept.current, text), operationId);
      unkept.current = [...unkept.current, text];
    },
    /** Why what is typed is not kept; null while it is, and while nothing is typed. */
    failure: text === '' ? null : failure,
  };
}
