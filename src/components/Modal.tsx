import { useLayoutEffect, useRef, type ComponentProps } from 'react';

type Props = Omit<ComponentProps<'dialog'>, 'onClose' | 'onCancel' | 'open'> & { onClose: () => void };

/**
 * The platform's own modal dialog: it keeps the focus inside, makes the page behind inert, and gives the focus back. The
 * second click of a double click that opened it presses nothing in it.
 */
export function Modal({ onClose, children, ...rest }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isClicked = useRef(false);
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    const first = element.querySelector<HTMLElement>('[data-first]');
    first?.focus();
    // Browsers show a field at its caret, which is at the end; scroll back to the beginning of its text.
    requestAnimationFrame(() => {
      if (first) first.scrollLeft = 0;
    });
    return () => {
      element.close();
      // No element opened the dialog, or it is gone: a browser leaves the focus in the dialog until that is removed.
      if (document.activeElement === document.body || element.contains(document.activeElement))
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      {...rest}
      ref={dialog}
      onClickCapture={event => {
        if (event.detail <= 1) isClicked.current = true;
        else if (!isClicked.current) {
          event.preventDefault();
          event.stopPropagation();
        }
      }}
      onCancel={event => {
        event.preventDefault();
        onClose();
      }}
      // Browsers may close the dialog without this event on the second Esc.
      onClose={() => dialog.current && !dialog.current.open && onClose()}
    >
      {children}
    </dialog>
  );
}
