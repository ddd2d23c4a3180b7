import { useEffect, useEffectEvent } from 'react';

/** Closes what is open, the topmost last. */
const open: (() => void)[] = [];

/** An entry of the history for the page that is shown already: Back from it closes what is open there. */
type Mark = { isMark?: true };
const isAtMark = () => (history.state as Mark | null)?.isMark === true;
let wasAtMark = isAtMark();

/** Called when another page is shown: the entry that Back leaves is the one that was reached last. */
export function noteEntry() {
  wasAtMark = isAtMark();
}

/** The mark stays when what is open closes otherwise: a page that is opened next must not wait for the history. */
function mark() {
  if (!isAtMark()) history.pushState({ ...(history.state as object | null), isMark: true }, '');
  noteEntry();
}

addEventListener('popstate', () => {
  const isBack = wasAtMark && !isAtMark();
  noteEntry();
  if (!isBack) return;
  const close = open.at(-1);
  if (!close) return history.back(); // the mark was left over: this Back meant the page before
  const hasMore = open.length > 1;
  close();
  if (hasMore) mark();
});

/** While `isOpen`, Back calls `onClose` and stays on the page. */
export function useBackCloses(isOpen: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const own = () => close();
    open.push(own);
    mark();
    return () => void open.splice(open.indexOf(own), 1);
  }, [isOpen]);
}
