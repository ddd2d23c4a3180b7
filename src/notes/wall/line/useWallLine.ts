import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { selectUser } from '../../../auth/authSlice';
import { useLineDraft } from '../../../drafts/useDraft';
import { useAppStore } from '../../../hooks';
import type { NoteFields } from '../../note';
import { noteAddRequested } from '../../notesSlice';
import type { GivenWords } from './useWordsOnWall';
import { canBePressed } from '../card/NoteWords';
import { trimmed } from '../../../lib/text/visible';

/** The length of a title that a card shows completely; a longer first line does not become the title. */
const LONGEST_FIRST_LINE_CHARACTERS = 80;
/** The limit of the database rules. */
const LONGEST_DESCRIPTION_CHARACTERS = 1_000_000;

/**
 * The note of a text: the first line is the title unless it is long, or has a box or an address, which only work in
 * the description. Null for blanks.
 */
export function noteOfLine(text: string): NoteFields | null {
  const words = trimmed(text);
  if (words === '') return null;
  const [first = ''] = words.split('\n', 1);
  const noteTitle = first.trimEnd();
  if (noteTitle.length > LONGEST_FIRST_LINE_CHARACTERS || canBePressed(noteTitle))
    return { noteTitle: '', noteDescription: words };
  return { noteTitle, noteDescription: words.slice(first.length).trim() };
}

export const isTooLong = (text: string) => text.trim().length > LONGEST_DESCRIPTION_CHARACTERS;

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
    draft.failure !== null && 'This device is full or can’t store drafts: what you type here won’t be kept.';
  return {
    text,
    write,
    follow: () => setText(field.current!.value),
    keep: () => field.current && keep(),
    failure: tooLong || unkept,
  };
}
