import { useContext } from 'react';
import { selectUser } from '../auth/authSlice';
import { useAppSelector } from '../hooks';
import { DraftsContext } from './draftsContext';
import { takeTypedAhead } from './typedAhead';

const FORM = 'task/new';

/** The letters that are typed before the title of a new task is there. A page that ends hands them over to the next one. */
export function useTypedAhead() {
  const early = useContext(DraftsContext)?.early;
  const userId = useAppSelector(selectUser)?.id ?? '';
  /** Letters that earlier pages of the user left. */
  const left = () =>
    [...(early?.held(userId) ?? []), ...(early?.take(userId) ?? [])]
      .flatMap(({ words, form }) => (form === FORM ? [words] : []))
      .join('');
  return {
    /** The title is there: answers what was typed for it. */
    take(): string {
      const letters = left() + takeTypedAhead();
      early?.release([userId + FORM]);
      return letters;
    },
    /** The page ends. */
    leave() {
      const letters = takeTypedAhead();
      if (letters !== '') early?.hold({ userId, form: FORM, words: left() + letters });
    },
  };
}
