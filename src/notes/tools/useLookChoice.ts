import { useEffect, useEffectEvent, useState } from 'react';
import { onPageLeave } from '../../components/hooks/onPageLeave';
import { useAppDispatch } from '../../hooks';
import type { Look } from '../look';
import type { Note } from '../note';
import { noteLookRequested } from '../noteKinds';

/** Milliseconds after which a paper reached by an arrow key is chosen. */
const PASSING_MS = 600;

/**
 * The chosen look of a note. For a listed note it is requested at once; papers passed by arrow keys are only shown,
 * and the last one is requested. For a new note (null) it is kept here until the note is saved.
 */
export function useLookChoice(note: Note | null) {
  const dispatch = useAppDispatch();
  const [chosen, setChosen] = useState<Partial<Look> | undefined>();
  const isThere = note !== null;

  const request = (look: Partial<Look>) => {
    setChosen(undefined);
    const isNews = note && Object.entries(look).some(([part, value]) => note[part as keyof Look] !== value);
    if (isNews) dispatch(noteLookRequested(note, look));
  };
  /** Requests the paper at which the arrow keys stopped. */
  const settle = useEffectEvent(() => {
    if (note && chosen) request(chosen);
  });
  useEffect(() => {
    if (!isThere || !chosen) return;
    const timer = setTimeout(() => settle(), PASSING_MS);
    return () => clearTimeout(timer);
  }, [isThere, chosen]);
  useEffect(() => {
    const stop = onPageLeave(() => settle());
    return () => {
      stop();
      settle();
    };
  }, []);

  const choose = (look: Partial<Look>, isPassing: boolean) => {
    const all = { ...chosen, ...look };
    if (isThere && !isPassing) request(all);
    else setChosen(all);
  };
  return { chosen, choose };
}
