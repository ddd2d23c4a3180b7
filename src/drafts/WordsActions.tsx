import { useState } from 'react';
import { copyText, NOT_COPIED } from './copyText';
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

/** The message when a new form cannot be filled. */
export const NO_DRAFTS = 'This device can’t keep drafts: copy the text into the new form.';

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
    setSaid(isCopied ? what : NOT_COPIED);
  };
  return (
    <div className={styles.actions}>
      <TextButton disabled={isEmpty} onClick={() => openNew(into, words) || setSaid(NO_DRAFTS)}>
        {`Turn into a ${into}`}
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
