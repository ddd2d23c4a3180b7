import type { ComponentProps, FocusEvent, KeyboardEvent } from 'react';

/** A title has one line, however many are pasted. */
const LINE_ENDS = /\s*\n\s*/g;

type Props = Omit<ComponentProps<'textarea'>, 'onChange'> & { onTitle: (title: string) => void };

/** The first letters go to the end of a title, as in a text field: a browser begins a text area at its start. */
const toEnd = ({ target }: FocusEvent<HTMLTextAreaElement>) => {
  if (target.selectionEnd === 0) target.setSelectionRange(target.value.length, target.value.length);
};

/** A field of one line that grows with its words, so that all of them are read. */
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

/** Whether the key is Enter in a field of one line, of which a title is one. */
export function isEnterInLine({ key, target, defaultPrevented, nativeEvent }: KeyboardEvent): boolean {
  const isLine = target instanceof HTMLInputElement || (target as HTMLElement).matches('[data-title]');
  return isLine && key === 'Enter' && !defaultPrevented && !nativeEvent.isComposing;
}
