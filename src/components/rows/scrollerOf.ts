/** The element that scrolls a list: its own scroller, or in a short window the shell around it (Shell.module.css). */
export function scrollerOf(own: HTMLElement): HTMLElement {
  for (let each: HTMLElement | null = own; each; each = each.parentElement)
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  return own;
}

/** The pixels of a list's own scroller that are scrolled out of view at its top. */
export function scrolledPast(own: HTMLElement): number {
  const scroller = scrollerOf(own);
  if (scroller === own) return own.scrollTop;
  return Math.max(0, scroller.getBoundingClientRect().top - own.getBoundingClientRect().top);
}
