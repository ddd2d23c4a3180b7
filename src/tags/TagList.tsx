import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { tagName } from '../../shared/tags';
import { isComposing } from '../components/input/composing';
import { writeOver } from '../components/input/listKeys';
import { say } from '../components/input/saying';
import { placeBeside } from '../components/menu/Menu';
import { useHue } from '../components/TagChip';
import { useAppStore } from '../hooks';
import { counted } from '../lib/text/counted';
import styles from './TagList.module.css';
import { selectTags, type TagUse } from './tagSelectors';
import { isWhole, tagsLike, wordBefore } from './typedTag';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** The fields in which tags are written: quick add, the wall's line, and titles. */
const TAG_FIELDS = '[data-quick-add], [data-note-line], [data-title]';
/** Fields of one line each, in which one goes on behind a tag; the others store every blank. */
const LINES = '[data-quick-add], [data-note-line]';

/** The tags that are offered for a word in a field; `at` is the chosen one, -1 for none. */
type Offer = { field: Field; word: string; tags: readonly TagUse[]; at: number };

const isLater = (field: Field, end: number) =>
  field.matches('[data-note-line]') && field.value.slice(0, end).trimStart().includes('\n');

/** The word of the tag that is typed at the caret of a field; null for none. Only a note's first line has tags. */
function wordAt(field: Field): string | null {
  const { value, selectionStart: start, selectionEnd: end } = field;
  if (start === null || start !== end || document.activeElement !== field) return null;
  const word = wordBefore(value, start);
  return word === null || isLater(field, start) ? null : word;
}

/** The handlers of the page's events, and what is offered. */
function useOffer() {
  const store = useAppStore();
  const [offer, setOffer] = useState<Offer | null>(null);
  const isTaking = useRef(false);
  const isOpen = offer !== null;

  const look = (field: Field) => {
    const word = isTaking.current ? null : wordAt(field);
    const all = word === null ? [] : selectTags(store.getState());
    const tags = word === null ? [] : tagsLike(word, all);
    setOffer(
      word === null || tags.length === 0 ? null : { field, word, tags, at: isWhole(word, all) ? -1 : 0 },
    );
  };
  const take = ({ field, word }: Offer, { word: taken }: TagUse) => {
    isTaking.current = true;
    const end = field.selectionStart!;
    const isSpaced = field.matches(LINES) && !/^\s/.test(field.value.slice(end));
    writeOver(field, end - word.length, end, `${taken}${isSpaced ? ' ' : ''}`);
    isTaking.current = false;
    setOffer(null);
  };
  /** Returns whether the key is the list's. */
  const press = (event: KeyboardEvent): boolean => {
    if (!offer || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return false;
    const { tags, at } = offer;
    const chosen = tags[at];
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1 }[event.key];
    if (to !== undefined) setOffer({ ...offer, at: (to + tags.length) % tags.length });
    else if (event.key === 'Escape') setOffer(null);
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) take(offer, chosen);
    else return false;
    return true;
  };

  const onInput = useEffectEvent(({ target }: Event) => {
    if ((target as Element).matches(TAG_FIELDS)) look(target as Field);
  });
  const onKey = useEffectEvent((event: Event) => {
    const { inputType } = event as InputEvent;
    // A phone's keyboard may report Enter only by this event.
    const isEnter = inputType === 'insertLineBreak' && !(event as InputEvent).isComposing;
    const chosen = offer?.tags[offer.at];
    if (event.type === 'keydown' ? !press(event as KeyboardEvent) : !isEnter || !chosen) return;
    if (isEnter) take(offer!, chosen!);
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  const onMove = useEffectEvent(() => {
    if (offer && wordAt(offer.field) !== offer.word) setOffer(null);
  });
  const begin = useEffectEvent(() => {
    if (document.activeElement?.matches(TAG_FIELDS)) look(document.activeElement as Field);
  });
  useEffect(() => {
    begin();
    const stop = new AbortController();
    addEventListener('input', event => onInput(event), { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, []);
  useEffect(() => {
    if (!isOpen) return;
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    for (const name of ['keydown', 'beforeinput']) addEventListener(name, event => onKey(event), options);
    for (const name of ['focusout', 'selectionchange'])
      document.addEventListener(name, () => setTimeout(onMove), options);
    return () => stop.abort();
  }, [isOpen]);
  return { offer, take };
}

/** The list under the field in which a tag is typed. The field keeps the focus, and tells which tag is chosen. */
export function TagList() {
  const id = useId();
  const { offer, take } = useOffer();
  const { field = null, tags = [], at = -1 } = offer ?? {};
  const box = useRef<HTMLUListElement>(null);
  const place = useEffectEvent(() => {
    if (!field || !box.current) return;
    const rect = field.getBoundingClientRect();
    const isReversed = getComputedStyle(field).direction === 'rtl';
    const view = window.visualViewport;
    placeBeside(
      box.current,
      isReversed ? rect : new DOMRect(rect.left, rect.top, 0, rect.height),
      view ? view.offsetTop + view.height : innerHeight,
    );
  });
  useLayoutEffect(() => place(), [offer]);
  useEffect(() => {
    if (!field) return;
    const stop = new AbortController();
    for (const name of ['scroll', 'resize'])
      addEventListener(name, () => place(), { capture: true, signal: stop.signal });
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-controls', id);
    return () => {
      stop.abort();
      for (const name of ['autocomplete', 'controls', 'activedescendant'])
        field.removeAttribute(`aria-${name}`);
    };
  }, [field, id]);
  useEffect(() => {
    if (at >= 0) field?.setAttribute('aria-activedescendant', `${id}-${at}`);
    else field?.removeAttribute('aria-activedescendant');
    document.getElementById(`${id}-${at}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [field, id, at, tags]);
  const count = tags.length;
  useEffect(() => {
    if (count > 0) say(counted(count, 'tag'));
  }, [count]);
  if (!offer) return null;
  return createPortal(
    <section aria-label="Tags">
      <ul ref={box} id={id} role="listbox" aria-label="Tags" className={styles.list}>
        {tags.map((use, number) => (
          <Option
            key={use.tag}
            id={`${id}-${number}`}
            use={use}
            isChosen={number === at}
            onTake={() => take(offer, use)}
          />
        ))}
      </ul>
    </section>,
    offer.field.closest('dialog') ?? document.body,
  );
}

type OptionProps = { id: string; use: TagUse; isChosen: boolean; onTake: () => void };

const Option = ({ id, use: { tag, word, tasks, notes }, isChosen, onTake }: OptionProps) => (
  <li
    id={id}
    role="option"
    aria-selected={isChosen}
    className={styles.option}
    style={useHue(tag)}
    onMouseDown={event => event.preventDefault()}
    onClick={onTake}
  >
    <bdi>{tagName(word)}</bdi>
    <span className={styles.count} aria-hidden>
      {(tasks + notes).toLocaleString()}
    </span>
  </li>
);
