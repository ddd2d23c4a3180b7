import { useEffect, useEffectEvent } from 'react';

/** The close functions of everything open, the topmost last. */
const open: (() => void)[] = [];

/** Adds a history entry for the current page, so that Back closes what is open instead of leaving the page. */
type Mark = { isMark?: true };
const isAtMark = () => (history.state as Mark | null)?.isMark === true;
let wasAtMark = isAtMark();

/** Called when another page is shown; the newest history entry is the one that Back leaves. */
export function noteEntry() {
  wasAtMark = isAtMark();
}

/** When it closes in another way, its entry stays in the history: the next page must not wait for a navigation. */
function mark() {
  if (!isAtMark()) history.pushState({ ...(history.state as object | null), isMark: true }, '');
  noteEntry();
}

function onPopState() {
  const isBack = wasAtMark && !isAtMark();
  noteEntry();
  if (!isBack) return;
  const close = open.at(-1);
  if (!close) return history.back(); // a leftover entry: the user wants the page before it
  const hasMore = open.length > 1;
  close();
  if (hasMore) mark();
}

let isWatching = false;
/** Registered behind the router's listener: `noteEntry` tells of its page first, also when Forward leaves a mark. */
function watch() {
  if (!isWatching) addEventListener('popstate', onPopState);
  isWatching = true;
}

/** While `isOpen`, Back calls `onClose` and stays on the page. */
export function useBackCloses(isOpen: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose);
  useEffect(watch, []);
  useEffect(() => {
    if (!isOpen) return;
    const own = () => close();
    open.push(own);
    mark();
    return () => void open.splice(open.indexOf(own), 1);
  }, [isOpen]);
}
