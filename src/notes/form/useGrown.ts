import { useLayoutEffect, useRef } from 'react';

/** The duration of the animation in milliseconds. */
const GROWING_MS = 180;

/**
 * Animates a sheet out of the card with the note's key (`data-card`). Until it ends, the dialog ignores the pointer: a
 * double click's second click would hit a moving button. With reduced motion it appears at once.
 */
export function useGrown<Part extends HTMLElement>(key: string) {
  const sheet = useRef<Part>(null);
  useLayoutEffect(() => {
    const element = sheet.current;
    const isStill = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
    if (!element || isStill) return;
    const card = document.querySelector(`[data-card="${CSS.escape(key)}"]`);
    const from = card?.getBoundingClientRect();
    const to = element.getBoundingClientRect();
    const small =
      from && from.width > 0
        ? `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width}, ${from.height / to.height})`
        : 'scale(0.96)';
    const growing = element.animate(
      [
        { transform: small, opacity: 0.6 },
        { transform: 'none', opacity: 1 },
      ],
      {
        duration: GROWING_MS,
        easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
      },
    );
    const dialog = element.closest('dialog') ?? element;
    dialog.style.pointerEvents = 'none';
    const stand = () => dialog.style.removeProperty('pointer-events');
    void growing.finished.then(stand, stand);
    return () => growing.cancel();
  }, [key]);
  return sheet;
}
