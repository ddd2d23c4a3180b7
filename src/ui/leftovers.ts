import type { Leftovers, Navigation } from '../services';
import { placeKey, type Place } from './place';

const FIELDS = ':is(input, textarea, select)[name]:not([type=password])';

/** Keeps a person's place for each tab, and the last one for a tab that has none; going back is loaded when it is due. */
export function createLeftovers(navigation: Navigation): Leftovers {
  let field: HTMLInputElement | null = null;
  addEventListener('focusin', ({ target }) => {
    if ((target as Element).matches(FIELDS)) field = target as HTMLInputElement;
  });
  const load = () => import(/* webpackChunkName: "come-back" */ './comeBack');
  return {
    keepPlace(userId) {
      const key = placeKey(userId);
      const place: Place = {
        path: location.pathname,
        state: (history.state as { usr?: unknown } | null)?.usr ?? null,
        field: field?.isConnected
          ? { name: field.name, from: field.selectionStart, to: field.selectionEnd }
          : null,
      };
      const kept = JSON.stringify(place);
      try {
        sessionStorage.setItem(key, kept);
        // Of many tabs that end together, the one that is looked at.
        if (!document.hidden || !localStorage.getItem(key)) localStorage.setItem(key, kept);
      } catch {
        // A device that keeps nothing costs the way back, nothing else.
      }
    },
    comeBack: async userId => (await load()).comeBack(userId, navigation),
    clear: async userId => (await load()).clear(userId),
  };
}
