import { createContext, useContext, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** True after the first navigation since the page was loaded. */
export const HasNavigated = createContext(false);

const FIELDS = 'input, select, textarea, dialog *';

type Props = {
  children: string;
  /** The page's name. When it changes, the heading takes the focus, so that keyboard and screen reader are at the new page. */
  page: string;
  /** False while another part of the screen, such as a form, is what the user opened. */
  isMain?: boolean;
  className?: string;
};

/** The heading of the open page. It sets the document's title, and takes the focus after a navigation unless a field has it. */
export function PageHeading({ children, page, isMain = true, className }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const hasNavigated = useContext(HasNavigated);
  useEffect(() => {
    if (isMain) document.title = `${children.replace(/:$/, '')} · Daywall`;
  }, [children, isMain]);
  const takeFocus = useEffectEvent((unless: string) => {
    if (!isMain || !hasNavigated || document.activeElement?.matches(unless)) return;
    heading.current?.focus({ preventScroll: true });
  });
  // After the effects of the same commit, unless one of them moved the focus.
  useLayoutEffect(() => {
    const focused = document.activeElement;
    queueMicrotask(() => document.activeElement === focused && takeFocus(FIELDS));
  }, [page]);
  // When a form beside or over the page has closed and no element has the focus, the heading takes it.
  useEffect(() => queueMicrotask(() => takeFocus(':not(body)')), [isMain]);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      <bdi>{children}</bdi>
    </h1>
  );
}
