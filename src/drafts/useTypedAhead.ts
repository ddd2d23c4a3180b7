import { useContext } from 'react';
import { selectUser } from '../auth/authSlice';
import { useAppSelector } from '../hooks';
import { DraftsContext } from './draftsContext';
import { takeTypedAhead, typeAhead } from './typedAhead';

/** The letters that are typed before the title of a new task is there. A page that ends hands them over to the next one. */
export function useTypedAhead() {
  const early = useContext(DraftsContext)?.early;
  const field = { userId: useAppSelector(selectUser)?.id ?? '', form: 'task/new' } as const;
  return {
    /** Keeps a letter for it. */
    type(letter: string) {
      const words = typeAhead(letter);
      early?.hold({ ...field, words });
    },
    /** The title is there: answers what was typed for it, on pages that ended before, too. */
    take(): string {
      const letters = takeTypedAhead();
      if (!early) return letters;
      const kept = early.words(field).join('');
      early.release(field);
      return kept;
    },
    /** The title does not come. */
    drop() {
      takeTypedAhead();
      early?.drop(field);
    },
  };
}
