import { useState } from 'react';
import { textOfWords, type SharedWords } from './sharedWords';
import { TextButton } from '../components/Button';
import { useRootAttribute } from '../components/hooks/useRootAttribute';
import { useNewForm, type NewForm } from './useNewForm';
import styles from './WordsActions.module.css';
import { isBlank } from '../lib/text/visible';

type Props = {
  /** The current values of the form. */
  words: SharedWords;
  /** The kinds of item that can be created from the text; the form keeps its text. */
  into: NewForm;
};

const NO_DRAFTS = 'This device keeps no drafts: copy the words into the new form.';

/** Puts a form's text into the form of a new task or note, or on the clipboard. */
export function WordsActions({ words, into }: Props) {
  const openNew = useNewForm();
  useRootAttribute('data-words-actions', into === 'note'); // a note covers the page itself
  const [said, setSaid] = useState('');
  const isEmpty = isBlank(words.title) && isBlank(words.text);
  const copy = async (isMarkdown: boolean) => {
    setSaid(''); // announces the same text again
    const isCopied = await copyText(textOfWords(words, isMarkdown));
    const what = isMarkdown ? 'Copied as Markdown' : 'Copied as text';
    setSaid(isCopied ? what : 'This browser did not let Daywall copy: select the words instead.');
  };
  return (
    <div className={styles.actions}>
      <TextButton disabled={isEmpty} onClick={() => openNew(into, words) || setSaid(NO_DRAFTS)}>
        {`Make a ${into} of it`}
      </TextButton>
      <TextButton disabled={isEmpty} onClick={() => copy(false)}>
        Copy as text
      </TextButton>
      <TextButton disabled={isEmpty} onClick={() => copy(true)}>
        Copy as Markdown
      </TextButton>
      <p role="status">{said}</p>
    </div>
  );
}

/** Copies text to the clipboard; resolves with false when the browser refuses. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text); // no clipboard over plain HTTP, or no permission
  }
}

/** Fallback without HTTPS: copies the selection of a temporary field. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position: fixed; opacity: 0';
  // Inside an open dialog: everything outside it is inert.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
