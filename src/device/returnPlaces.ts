import { attempt } from '../lib/attempt';
import { SHARED_KEY } from '../lib/sharedKey';
import type { DraftService, ReturnPlaces, Navigation } from '../services/device';
import type { Place } from './goToPlace';

const placeKey = (userId: string) => `place:${userId}`;
const FIELDS = ':is(input, textarea, select)[name]:not([type=password])';

/**
 * Stores a user's return place for each tab, and the last one for new tabs. The code that returns there is loaded when
 * needed. Without storage, the user only loses the way back.
 */
export function createReturnPlaces(
  navigation: Navigation,
  drafts: Pick<DraftService, 'clear'>,
): ReturnPlaces {
  let field: HTMLInputElement | null = null;
  addEventListener('focusin', ({ target }) => {
    if ((target as Element).matches(FIELDS)) field = target as HTMLInputElement;
  });
  const signOut = (userId: string) =>
    attempt(() => {
      for (const storage of [sessionStorage, localStorage]) storage.removeItem(placeKey(userId));
      sessionStorage.removeItem(SHARED_KEY);
    });
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
      attempt(() => {
        sessionStorage.setItem(key, kept);
        // When many tabs end together, the place of the visible one is used.
        if (!document.hidden || !localStorage.getItem(key)) localStorage.setItem(key, kept);
      });
    },
    hasPlace: userId => attempt(() => localStorage.getItem(placeKey(userId)) !== null) ?? false,
    async returnToPlace(userId) {
      const key = placeKey(userId);
      const kept = attempt(() => sessionStorage.getItem(key) ?? localStorage.getItem(key));
      if (!kept) return;
      [sessionStorage, localStorage].forEach(storage => storage.removeItem(key));
      const code = await import(/* webpackChunkName: "return-place" */ './goToPlace').catch(() => null);
      await code?.goToPlace(kept, navigation);
    },
    signOut,
    clear(userId) {
      signOut(userId);
      drafts.clear(userId);
    },
  };
}
