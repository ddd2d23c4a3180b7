import { useEffect, useEffectEvent, useRef, useState, type DragEvent } from 'react';
import { textOfTransfer } from '../../../drafts/sharedWords';

const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';
const isIn = (selector: string, target: EventTarget | null) =>
  target instanceof Element && target.closest(selector) !== null;
const isDialogOpen = () => document.querySelector('dialog[open]') !== null;

/** Whether a drag contains text or a link from outside of this page. */
const bringsWords = ({ types }: DataTransfer) =>
  !types.includes('Files') && (types.includes('text/plain') || types.includes('text/uri-list'));

/** Why dropped files cannot be stored; null without files. */
function refusalOf({ files }: DataTransfer): string | null {
  if (files.length === 0) return null;
  const noun = [...files].every(({ type }) => type.startsWith('image/')) ? 'picture' : 'file';
  const what = files.length === 1 ? `A ${noun}` : `${files.length} ${noun}s`;
  return `${what} can’t be added: notes hold only text and links.`;
}

/** Text for the wall's line; a new object each time. */
export type GivenWords = { text: string };

/**
 * Passes to the wall's line (`given`) text that is pasted while no field has the focus, and text or links that are
 * dropped. For files, `refusal` says that they cannot be stored.
 */
export function useWordsOnWall() {
  const [isOver, setIsOver] = useState(false);
  const [given, setGiven] = useState<GivenWords | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isOwnDrag = useRef(false);

  const take = (data: DataTransfer) => {
    const text = textOfTransfer(data);
    setRefusal(text === '' ? refusalOf(data) : null);
    if (text !== '') setGiven({ text });
  };

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData, defaultPrevented, target } = event;
    if (defaultPrevented || isDialogOpen() || !clipboardData) return;
    if (isIn(FIELDS, target)) {
      if (isIn('main', target) && textOfTransfer(clipboardData) === '') setRefusal(refusalOf(clipboardData));
      return;
    }
    event.preventDefault();
    take(clipboardData);
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener('paste', event => onPaste(event), { signal });
    addEventListener('dragstart', () => (isOwnDrag.current = true), { signal });
    addEventListener('dragend', () => (isOwnDrag.current = false), { signal });
    return () => stop.abort();
  }, []);

  const drag = (event: DragEvent) => {
    const { dataTransfer, target, type } = event;
    // A field handles text itself; a file would replace the page.
    const isTaken =
      dataTransfer.types.includes('Files') || (bringsWords(dataTransfer) && !isIn(FIELDS, target));
    if (isOwnDrag.current || isDialogOpen() || !isTaken) return;
    event.preventDefault();
    setIsOver(type === 'dragover');
    if (type !== 'drop') return;
    if (dataTransfer.types.includes('Files')) setRefusal(refusalOf(dataTransfer));
    else take(dataTransfer);
  };
  return {
    given,
    refusal,
    forgetRefusal: () => setRefusal(null),
    zone: {
      'data-over': isOver ? '' : undefined,
      onDragOver: drag,
      onDragLeave: () => setIsOver(false),
      onDrop: drag,
    },
  };
}
