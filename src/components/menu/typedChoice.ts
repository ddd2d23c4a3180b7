import { useEffect, useRef, type KeyboardEvent as KeyPress } from 'react';

/** Milliseconds to wait after a letter that may begin a word: `t` is Today, unless it continues as `tomorrow`. */
const CHOICE_DELAY_MS = 400;
/** The maximum milliseconds between two letters of a word. */
const WORD_PAUSE_MS = 1000;

/** `key`: the shortcut, a letter or a key like `Delete`; empty for none. */
export type Named = { name: string; key: string };
export type Item = Named & { run: () => void; /** A separator precedes the item. */ isApart?: boolean };

/** The name to type: where a task moves to is enough. */
const wordOf = ({ name }: Named) => name.replace(/^Move to /, '').toLowerCase();
const beginning = <Some extends Named>(letters: string, names: readonly Some[]) =>
  names.filter(name => wordOf(name).startsWith(letters));

/**
 * The item for typed letters: a single one is its shortcut, several are the beginning of its name. `isSure`: no other
 * name begins so. That includes names not offered: typing `tomorrow` must not choose Today.
 */
export function meantBy(letters: string, items: readonly Item[], names: readonly Named[]) {
  const words = new Set(beginning(letters, [...items, ...names]).map(wordOf));
  const byKey = letters.length === 1 ? items.find(({ key }) => key === letters) : undefined;
  if (byKey) words.add(wordOf(byKey));
  const byName = letters.length > 1 && words.size === 1 ? beginning(letters, items)[0] : undefined;
  return { item: byKey ?? byName, isSure: words.size === 1, isName: words.size > 0 };
}

/**
 * Chooses a menu item once, by typing; returns whether a key was handled. Further letters of the word are swallowed. A
 * letter that may begin another name waits a moment, with its item focused.
 */
export function useTypedChoice(items: readonly Item[], names: readonly Named[]) {
  const word = useRef({ letters: '', at: -Infinity });
  const waiting = useRef<{ item: Item; timer: ReturnType<typeof setTimeout> } | null>(null);
  const forget = () => {
    clearTimeout(waiting.current?.timer);
    waiting.current = null;
  };
  useEffect(() => forget, []);

  const choose = (item: Item) => {
    const { letters } = word.current;
    word.current = { letters: '', at: -Infinity }; // the action may have replaced the menu's items
    forget();
    dropRest(letters, [...items, ...names]);
    item.run();
  };

  return (event: KeyPress<HTMLElement>, focus: (item: Item) => void): boolean => {
    const { key, timeStamp } = event;
    const before = timeStamp - word.current.at < WORD_PAUSE_MS ? word.current.letters : '';
    if (key === ' ' && (before === '' || waiting.current)) return false;
    const letters = before + key.toLowerCase();
    const { item, isSure, isName } = meantBy(letters, items, names);
    const waited = waiting.current?.item;
    forget();
    if (waited && !isName) {
      waited.run();
      return false;
    }
    word.current = { letters, at: timeStamp };
    if (item && isSure) choose(item);
    else if (item) waiting.current = { item, timer: setTimeout(choose, CHOICE_DELAY_MS, item) };
    const chosen = item ?? beginning(letters, items)[0];
    if (chosen && !(item && isSure)) focus(chosen);
    return true;
  };
}

/** Swallows the rest of a word until another key or a pause. */
function dropRest(begun: string, names: readonly Named[]) {
  let letters = begun;
  const stop = new AbortController();
  const end = () => stop.abort();
  let timer = setTimeout(end, WORD_PAUSE_MS);
  const listen = (event: KeyboardEvent) => {
    if (/^(Shift|CapsLock)$/.test(event.key)) return;
    clearTimeout(timer);
    letters += event.key.toLowerCase();
    const isOurs = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isOurs || beginning(letters, names).length === 0) return end();
    event.preventDefault();
    event.stopImmediatePropagation();
    timer = setTimeout(end, WORD_PAUSE_MS);
  };
  addEventListener('keydown', listen, { capture: true, signal: stop.signal });
}
