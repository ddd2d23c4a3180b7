import { useLayoutEffect, useRef, type ComponentProps } from 'react';

type Props = Omit<ComponentProps<'dialog'>, 'onClose' | 'onCancel' | 'open'> & { onClose: () => void };

/** The platform's own modal dialog: it keeps the focus inside, makes the page behind inert, and gives the focus back. */
export function Modal({ onClose, children, ...rest }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current!;
    shown.showModal();
    shown.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => shown.close();
  }, []);
  return (
    <dialog
      {...rest}
      ref={dialog}
      onCancel={event => {
        event.preventDefault();
        onClose();
      }}
      // A browser may close it by itself on the second Esc.
      onClose={() => dialog.current && !dialog.current.open && onClose()}
    >
      {children}
    </dialog>
  );
}
