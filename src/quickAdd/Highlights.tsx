import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import styles from './QuickAdd.module.css';
import type { Understood } from './reading/readTitle';

type Props = {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** The index in the text of the line that was read. */
  offset: number;
  /** In the order of the text. */
  understood: readonly Understood[];
  /** Called when the user turns a phrase back into text. */
  onChoice: (phrase: string) => void;
};

/** Highlights recognized phrases behind the field's text. A click turns one back into text. */
export function Highlights({ field, text, offset, understood, onChoice }: Props) {
  const layer = useRef<HTMLDivElement>(null);
  const follow = () => {
    const { clientWidth, scrollTop } = field.current!;
    layer.current!.style.width = `${clientWidth}px`; // without the scroll bar
    layer.current!.scrollTop = scrollTop;
  };
  useLayoutEffect(follow);
  const onScroll = useEffectEvent(follow);
  const onClick = useEffectEvent(({ clientX, clientY }: MouseEvent) => {
    const { selectionStart, selectionEnd } = field.current!;
    if (selectionStart !== selectionEnd) return;
    const isHit = ({ left, right, top, bottom }: DOMRect) =>
      left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
    const marks = [...layer.current!.querySelectorAll('mark')];
    const at = marks.findIndex(mark => [...mark.getClientRects()].some(isHit));
    if (at >= 0) onChoice(understood[at]!.phrase);
  });
  useEffect(() => {
    const target = field.current!;
    const end = new AbortController();
    const { signal } = end;
    target.addEventListener('scroll', () => onScroll(), { signal });
    target.addEventListener('click', event => onClick(event), { signal });
    return () => end.abort();
  }, [field]);

  const parts: ReactNode[] = [];
  let at = 0;
  for (const { from, to } of understood) {
    parts.push(
      <span key={`before ${from}`}>{text.slice(at, offset + from)}</span>,
      <mark key={from}>{text.slice(offset + from, offset + to)}</mark>,
    );
    at = offset + to;
  }
  return createPortal(
    <div ref={layer} className={styles.marks} dir="auto" aria-hidden>
      {parts}
      <span>{text.slice(at)}</span>
    </div>,
    field.current!.parentElement!,
  );
}
