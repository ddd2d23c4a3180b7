import { useEffect, useRef } from 'react';

/** The heading of a stage of the import. It takes the focus, because the focused button of the previous stage is gone. */
export function StageHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <h3 ref={heading} tabIndex={-1}>
      {children}
    </h3>
  );
}
