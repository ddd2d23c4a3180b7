import { useSyncExternalStore } from 'react';

/** The open note, which covers the page and makes it unreachable; null without one. */
export const useCover = () => useSyncExternalStore(follow, find);

const find = () => document.querySelector<HTMLElement>('dialog[open][data-covers]');

function follow(listener: () => void) {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
  return () => observer.disconnect();
}
