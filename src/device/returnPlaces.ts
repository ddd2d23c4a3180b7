import { attempt } from '../lib/attempt';
import { SHARED_KEY } from '../lib/sharedKey';
import type { DraftService, ReturnPlaces, Navigation } from '../services/device';
import { isAuthPath, isSignedInPath, paths } from '../routes';

const placeKey = (userId: string) => `place:${userId}`;
const FIELDS = ':is(input, textarea, select)[name]:not([type=password])';

/** The page on which a user's session ended, and the field that had the focus. */
type Place = {
  path: string;
  /** The router's history state, e.g. the open note. */
  state: unknown;
  /** The field that last had the focus, and its selection. */
  field: { name: string; from: number | null; to: number | null } | null;
};

/** Milliseconds to wait for the redirect after sign-in, and for the field, whose code and record may still load. */
const TIMEOUT_MS = 20_000;
const POLL_INTERVAL_MS = 20;

/** Opens the stored page, if it is one of the app's signed-in pages. */
async function goToPlace(kept: string, navigation: Navigation) {
  const place = JSON.parse(kept) as Place;
  if (!isSignedInPath(place.path)) return;
  const until = Date.now() + TIMEOUT_MS;
  while (isAuthPath(navigation.path()) && Date.now() < until)
    await new Promise(resolve => setTimeout(resolve, POLL_INTERVAL_MS));
  if (navigation.path() === paths.share) return; // text that another app shared takes precedence
  navigation.go(place.path);
  // A history entry of its own, so that Back closes the note.
  if (place.state !== null) navigation.go(place.path, place.state);
  if (place.field) focusWhenThere(place.field);
}

/** Restores focus and selection as soon as the field exists, unless another field has the focus by then. */
function focusWhenThere({ name, from, to }: NonNullable<Place['field']>) {
  const look = () => {
    const { activeElement } = document;
    const isElsewhere = activeElement?.matches('input, textarea, select');
    const field = document.querySelector<HTMLInputElement>(`main [name="${CSS.escape(name)}"]`);
    if (!field && !isElsewhere) return;
    end();
    // A newly opened form focuses its first field; that does not count as the user's choice.
    if (!field || (isElsewhere && !activeElement?.closest('dialog, form')?.contains(field))) return;
    field.focus();
    if (from !== null) field.setSelectionRange(from, to);
  };
  const changes = new MutationObserver(look);
  const timer = setTimeout(() => end(), TIMEOUT_MS);
  const end = () => {
    changes.disconnect();
    clearTimeout(timer);
  };
  changes.observe(document.body, { childList: true, subtree: true });
  look();
}

/** Stores a user's return place for each tab, and the last one for new tabs. Without storage, only the way back is lost. */
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
        path: location.pathname + location.search,
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
      await goToPlace(kept, navigation);
    },
    signOut,
    clear(userId) {
      signOut(userId);
      drafts.clear(userId);
    },
  };
}
