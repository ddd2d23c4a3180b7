import { useEffect, useEffectEvent, useState } from 'react';
import { useAppDispatch } from '../app/hooks';
import type { Look } from './look';
import type { Note } from './note';
import { noteLookRequested } from './noteKinds';

/** Milliseconds after which a paper counts as chosen that was reached by an arrow key. */
const PASSING = 600;

/**
 * What is chosen of a note's look. Of a note that is there it is requested at once; papers that arrow keys pass are shown,
 * and only the last one is requested. For a new note (null) it stays here until its words are saved.
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
    const timer = setTimeout(() => settle(), PASSING);
    return () => clearTimeout(timer);
  }, [isThere, chosen]);
  useEffect(() => () => settle(), []);

  const choose = (look: Partial<Look>, isPassing: boolean) => {
    const all = { ...chosen, ...look };
    if (isThere && !isPassing) request(all);
    else setChosen(all);
  };
  return { chosen, choose };
}
