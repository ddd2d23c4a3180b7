import type { Navigation } from '../services';
import { draftKey } from './drafts';
import { placeKey, type Place } from './place';

/** The guard leads from the form to Today first, and a field may have to wait for its code and its record. Milliseconds. */
const PATIENCE = 20_000;
const SOON = 20;

/** Goes to where this tab, else the last tab of this device, was when that person's session ended. */
export async function comeBack(userId: string, navigation: Navigation) {
  const place = take(placeKey(userId));
  if (!place) return;
  const until = Date.now() + PATIENCE;
  while (navigation.path().startsWith('/auth') && Date.now() < until)
    await new Promise(resolve => setTimeout(resolve, SOON));
  navigation.go(place.path);
  // An entry of its own, as it was: Back closes what lay open.
  if (place.state !== null) navigation.go(place.path, place.state);
  if (place.field) focusWhenThere(place.field);
}

/** Forgets the place and all drafts. */
export function clear(userId: string) {
  for (const storage of stores()) {
    const drafts = Object.keys(storage).filter(key => key.startsWith(draftKey(userId, '')));
    [...drafts, placeKey(userId)].forEach(key => storage.removeItem(key));
  }
}

/** A browser may keep nothing, and throw at the question. */
function stores(): Storage[] {
  try {
    return [sessionStorage, localStorage];
  } catch {
    return [];
  }
}

/** Only a page of the app itself is gone back to; it is kept no longer. */
function take(key: string): Place | null {
  const [kept] = stores().flatMap(storage => storage.getItem(key) ?? []);
  stores().forEach(storage => storage.removeItem(key));
  try {
    const place = JSON.parse(kept ?? 'null') as Place | null;
    return /^\/(tasks|account)\b/.test(place?.path ?? '') ? place : null;
  } catch {
    return null;
  }
}

/** Puts the focus and the selection back into a field as soon as it is there, unless the person went to another one. */
function focusWhenThere({ name, from, to }: NonNullable<Place['field']>) {
  const look = () => {
    const { activeElement } = document;
    const isElsewhere = activeElement?.matches('input, textarea, select');
    const field = document.querySelector<HTMLInputElement>(`main [name="${CSS.escape(name)}"]`);
    if (!field && !isElsewhere) return;
    end();
    // In a dialog that has just opened its first field has the focus by itself.
    if (!field || (isElsewhere && !activeElement?.closest('dialog')?.contains(field))) return;
    field.focus();
    if (from !== null) field.setSelectionRange(from, to);
  };
  const changes = new MutationObserver(look);
  const timer = setTimeout(() => end(), PATIENCE);
  const end = () => {
    changes.disconnect();
    clearTimeout(timer);
  };
  changes.observe(document.body, { childList: true, subtree: true });
  look();
}
