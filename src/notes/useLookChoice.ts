import { useEffect, useEffectEvent, useRef, useState } from 'react';
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
  const passing = useRef<{ look: Partial<Look>; timer: number } | null>(null);

  const request = (look: Partial<Look>) => {
    setChosen(undefined);
    const isNews = note && Object.entries(look).some(([part, value]) => note[part as keyof Look] !== value);
    if (isNews) dispatch(noteLookRequested(note, look));
  };
  const settle = useEffectEvent(() => {
    if (!passing.current) return;
    const { look, timer } = passing.current;
    clearTimeout(timer);
    passing.current = null;
    request(look);
  });
  const [settleLater] = useState(() => () => window.setTimeout(() => settle(), PASSING));
  useEffect(() => () => settle(), []);

  const choose = (look: Partial<Look>, isPassing: boolean) => {
    if (!note) return setChosen({ ...chosen, ...look });
    if (passing.current) clearTimeout(passing.current.timer);
    passing.current = null;
    if (!isPassing) return request(look);
    setChosen(look);
    passing.current = { look, timer: settleLater() };
  };
  return { chosen, choose };
}
