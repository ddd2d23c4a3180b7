import { useEffect, useRef, useState } from 'react';
import { useAppSelector } from '../app/hooks';
import { useDraft } from '../components/useDraft';
import type { FormDraft } from '../services/device';
import { selectIsSaving } from '../sync/queueSlice';

const draftOf = (texts: readonly string[]): FormDraft => ({
  base: { text: '' },
  values: { text: texts.join('\n') },
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
    keep(text === '' ? null : draftOf([...unkept.current, text]));
  }, [keep, text, isSaving]);
  return {
    /** What the line opens with. */
    restored: useState(restored?.values.text ?? '')[0],
    /** Notes that the text was handed to an operation. */
    submit(operationId: string) {
      unkept.current = [...unkept.current, text];
      submit(draftOf(unkept.current), operationId);
    },
    /** Why what is typed is not kept; null while it is, and while nothing is typed. */
    failure: text === '' ? null : failure,
  };
}
