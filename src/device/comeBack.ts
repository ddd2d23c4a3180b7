import { isAuthPath, isSignedInPath } from '../app/paths';
import type { Navigation } from '../services/navigation';

/** Where a person was when their session ended. */
export type Place = {
  path: string;
  /** What the address does not say, as the router's history holds it: e.g. the note that lay open. */
  state: unknown;
  /** The field that was last written in, and the selection in it. */
  field: { name: string; from: number | null; to: number | null } | null;
};

/** The guard leads from the form to Today first, and a field may have to wait for its code and its record. Milliseconds. */
const PATIENCE = 20_000;
const SOON = 20;

/** Goes to where a person was, as it was kept: to a page of the app itself, to nowhere else. */
export async function comeBack(kept: string, navigation: Navigation) {
  const place = JSON.parse(kept) as Place;
  if (!isSignedInPath(place.path)) return;
  const until = Date.now() + PATIENCE;
  while (isAuthPath(navigation.path()) && Date.now() < until)
    await new Promise(resolve => setTimeout(resolve, SOON));
  navigation.go(place.path);
  // An entry of its own, as it was: Back closes what lay open.
  if (place.state !== null) navigation.go(place.path, place.state);
  if (place.field) focusWhenThere(place.field);
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
