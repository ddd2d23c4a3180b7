import { useContext } from 'react';
import { selectUser } from '../auth/authSlice';
import { useAppSelector } from '../hooks';
import { DraftsContext } from './draftsContext';
import { takeTypedAhead, typeAhead } from './typedAhead';

/** Letters typed before the title field of a new task is rendered. When the page ends they are handed over to the next page. */
export function useTypedAhead() {
  const early = useContext(DraftsContext)?.early;
  const field = { userId: useAppSelector(selectUser)?.id ?? '', form: 'task/new' } as const;
  return {
    /** Keeps a letter for the field. */
    type(letter: string) {
      const words = typeAhead(letter);
      early?.hold({ ...field, words });
    },
    /** The field is rendered: returns the text typed for it, including that of earlier pages. */
    take(): string {
      const letters = takeTypedAhead();
      if (!early) return letters;
      const kept = early.words(field).join('');
      early.release(field);
      return kept;
    },
    /** The field will not be rendered. */
    drop() {
      takeTypedAhead();
      early?.drop(field);
    },
  };
}
