import { sayBriefly } from '../components/input/saying';
import type { Item } from '../components/menu/typedChoice';
import { copyText, NOT_COPIED } from './copyText';
import { textOfWords, type SharedWords } from './sharedWords';
import { useNewForm, type NewForm } from './useNewForm';
import { NO_DRAFTS } from './WordsActions';

/** The items of a menu that take the words of what it is of: into a new task or note, and to the clipboard. */
export function useWordsItems(close: () => void) {
  const openNew = useNewForm();
  return {
    turnInto: (into: NewForm, words: SharedWords): Item => ({
      name: `Turn into a ${into}`,
      key: '',
      run() {
        close();
        if (!openNew(into, words)) sayBriefly(NO_DRAFTS);
      },
    }),
    copy: (words: readonly SharedWords[]): Item => ({
      name: 'Copy',
      key: 'c',
      async run() {
        close();
        const isCopied = await copyText(words.map(each => textOfWords(each, false)).join('\n'));
        sayBriefly(isCopied ? 'Copied' : NOT_COPIED);
      },
    }),
  };
}
