import { useSyncExternalStore } from 'react';

/** The note that lies open over the page, which can't be reached behind it; null when none does. */
export const useCover = () => useSyncExternalStore(follow, find);

const find = () => document.querySelector<HTMLElement>('dialog[open][data-covers]');

function follow(listener: () => void) {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
  return () => observer.disconnect();
}
