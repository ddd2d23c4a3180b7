import type { ComponentProps, FocusEvent, KeyboardEvent } from 'react';
import { isComposing } from './composing';

/** A title is a single line, even if several are pasted. */
const LINE_ENDS = /\s*\n\s*/g;

type Props = Omit<ComponentProps<'textarea'>, 'onChange'> & { onTitle: (title: string) => void };

/** Typing begins at the end of a title, as in a text field; browsers begin a text area at its start. */
const toEnd = ({ target }: FocusEvent<HTMLTextAreaElement>) => {
  if (target.selectionEnd === 0) target.setSelectionRange(target.value.length, target.value.length);
};

/** A single-line field that grows with its text, so that long text stays readable. */
export const TitleField = ({ onTitle, ...field }: Props) => (
  <textarea
    {...field}
    onFocus={toEnd}
    onChange={({ target }) => onTitle(target.value.replace(LINE_ENDS, ' '))}
    rows={1}
    enterKeyHint="done"
    autoComplete="off"
    dir="auto"
    data-title
  />
);

/** Whether the key is Enter in a single-line field, including the title. */
export function isEnterInLine({ key, target, defaultPrevented, nativeEvent }: KeyboardEvent): boolean {
  const isLine = target instanceof HTMLInputElement || (target as HTMLElement).matches('[data-title]');
  return isLine && key === 'Enter' && !defaultPrevented && !isComposing(nativeEvent);
}
