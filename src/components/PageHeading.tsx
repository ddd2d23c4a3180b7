import { createContext, useContext, useEffect, useEffectEvent, useRef } from 'react';

/** True once the person has gone from the page that was loaded to another one. */
export const HasNavigated = createContext(false);

const FIELDS = 'input, select, textarea, dialog *';

type Props = {
  children: string;
  /** What is open: when it changes, the heading takes the focus, so that keyboard and screen reader follow. */
  page: string;
  /** False while something else on the screen is what was opened. */
  isMain?: boolean;
  className?: string;
};

/** The heading of what is open. It names the document and takes the focus after a navigation, never out of a field. */
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
  useEffect(() => takeFocus(FIELDS), [page]);
  // What lay over or beside it was closed: the focus is caught if nothing else has it.
  useEffect(() => takeFocus(':not(body)'), [isMain]);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
