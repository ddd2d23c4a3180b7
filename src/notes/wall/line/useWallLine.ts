import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { selectUser } from '../../../auth/authSlice';
import { useLineDraft } from '../../../drafts/useDraft';
import { useAppStore } from '../../../hooks';
import type { NoteFields } from '../../note';
import { noteAddRequested } from '../../notesSlice';
import { isTooLong, noteOfLine } from './lineNote';
import type { GivenWords } from './useWordsOnWall';

export type WallLineProps = {
  /** Text pasted or dropped on the wall; it is appended to the line. */
  given: GivenWords | null;
  onKept: (fields: NoteFields) => void;
};

const joined = (...texts: string[]) => texts.filter(Boolean).join('\n');

function fill(field: HTMLTextAreaElement, words: string) {
  field.value = words;
  field.setSelectionRange(words.length, words.length);
}

/**
 * The text of the field, stored as a draft, and the note that it becomes by a single operation. The field is
 * uncontrolled, so that submitted text disappears from it at once.
 */
export function useWallLine({ given, onKept }: WallLineProps, field: RefObject<HTMLTextAreaElement | null>) {
  const { dispatch, getState } = useAppStore();
  const [text, setText] = useState('');
  const draft = useLineDraft('wall-line', text);
  const tooLong = isTooLong(text) && 'A note can have 1,000,000 characters at most.';

  const write = (words: string, line = field.current!) => {
    fill(line, words);
    setText(words);
  };
  const keep = (line = field.current!) => {
    const fields = noteOfLine(line.value);
    if (!fields || isTooLong(line.value)) return;
    dispatch(noteAddRequested(fields));
    draft.submit();
    write('', line);
    onKept(fields);
  };

  const begin = useEffectEvent(() => write(joined(draft.restored, field.current!.value)));
  const end = useEffectEvent(keep);
  const isBegun = useRef(false);
  useLayoutEffect(() => {
    if (!isBegun.current) begin();
    isBegun.current = true;
    const line = field.current!;
    // Ends the line when the page is left while signed in. In strict mode the line is still connected at that time.
    return () => queueMicrotask(() => !line.isConnected && selectUser(getState()) && end(line));
  }, [field, getState]);

  const take = useEffectEvent((words: string) => {
    write(joined(field.current!.value.trimEnd(), words));
    field.current!.focus();
  });
  const taken = useRef<GivenWords | null>(null);
  useEffect(() => {
    if (given && given !== taken.current) take(given.text);
    taken.current = given;
  }, [given]);

  const unkept =
    draft.failure !== null && 'This device is full or can’t store drafts: what you type here is not kept.';
  return {
    text,
    write,
    follow: () => setText(field.current!.value),
    keep: () => field.current && keep(),
    failure: tooLong || unkept,
  };
}
