import { useEffect, useEffectEvent, useRef, useState, type DragEvent } from 'react';
import { useNewForm } from '../../drafts/forms/useNewForm';
import { wordsOfTransfer } from '../../drafts/sharedWords';

const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), dialog';
const isInField = (target: EventTarget | null) =>
  target instanceof Element && target.closest(FIELDS) !== null;

/** A drag of words or of a link; one of files, and one of this page's own things, is none. */
const bringsWords = ({ types }: DataTransfer) =>
  !types.includes('Files') && (types.includes('text/plain') || types.includes('text/uri-list'));

/**
 * Takes what is pasted on the wall while no field has the focus, and words and links that are dropped on it, into the
 * form of a new note, which opens. `hasFailed`: this device keeps no drafts.
 */
export function useWordsOnWall() {
  const openNew = useNewForm();
  const [isOver, setIsOver] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const isOwnDrag = useRef(false);

  const take = async (data: DataTransfer) => {
    const words = wordsOfTransfer(data);
    if (!words) return;
    setHasFailed(!(await openNew('note', words)));
  };

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const isElsewhere = isInField(event.target) || document.querySelector('dialog[open]') !== null;
    if (event.defaultPrevented || isElsewhere || !event.clipboardData) return;
    event.preventDefault();
    void take(event.clipboardData);
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
    if (isOwnDrag.current || isInField(event.target) || !bringsWords(event.dataTransfer)) return;
    event.preventDefault();
    setIsOver(event.type === 'dragover');
    if (event.type === 'drop') void take(event.dataTransfer);
  };
  return {
    hasFailed,
    zone: {
      'data-over': isOver ? '' : undefined,
      onDragOver: drag,
      onDragLeave: () => setIsOver(false),
      onDrop: drag,
    },
  };
}
