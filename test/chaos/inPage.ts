import type { Hung } from './looks';
import type { KeptLook } from './wallActs';

/** Enters a value and returns the previous one, in one task, so that no change comes between. Throws where the field is gone. */
export function enter(control: HTMLElement | SVGElement, value: string): string {
  if (!control.isConnected) throw new Error('The field has left the page');
  const field = control as HTMLInputElement;
  const before = field.value;
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!;
  set!.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return before;
}

/** Clicks a box unless it is `isDone` already or has left the page, in one task; returns whether it clicked. */
export function tickBox(box: HTMLElement | SVGElement, isDone: boolean): boolean {
  const { checked } = box as HTMLInputElement;
  if (!box.isConnected) return false;
  if (checked !== isDone) (box as HTMLInputElement).click();
  return checked !== isDone;
}

/** Clicks Undo if the toast begins with `words`, in one task; returns whether it clicked. */
export function takeBack(words: string): boolean {
  for (const told of document.querySelectorAll('[role=status] p')) {
    const undo = told.parentElement!.querySelector('button');
    if (!told.textContent!.startsWith(words) || undo?.textContent !== 'Undo') continue;
    undo.click();
    return true;
  }
  return false;
}

/** Whether the screen shows that the value is saved, or the value is in the stored queue. */
export async function isTaken({ value, says }: { value: string; says: 'Saved' | 'card' | 'added' }) {
  const told = [...document.querySelectorAll('[role=status]')].map(one => one.textContent);
  if (says === 'card' && document.querySelector('main')!.textContent!.includes(value)) return true;
  if (says === 'Saved' && told.includes('Saved')) return true;
  if (says === 'added' && told.some(words => / were added\./.test(words!))) return true;
  const database = await new Promise<IDBDatabase>((done, failed) => {
    const opening = indexedDB.open('daywall-outbox');
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => failed(opening.error);
  });
  try {
    const kept = await new Promise<unknown[]>((done, failed) => {
      const reading = database.transaction('operations').objectStore('operations').getAll();
      reading.onsuccess = () => done(reading.result);
      reading.onerror = () => failed(reading.error);
    });
    const text = JSON.stringify(kept);
    return text.includes(`${value}"`) || text.includes(`${value}\\"`); // within a record, or within a record's text
  } finally {
    database.close();
  }
}

/** A change of a look that this page has kept. */
export type KeptChange = { title: string; look: KeptLook; before: KeptLook };
type Scope = { daywallKept?: { kind: string; payload: KeptChange }[] };

/** In the page, before the app: remembers the operations that are added to the stored queue. */
export function rememberKept() {
  const kept: unknown[] = [];
  Object.assign(globalThis, { daywallKept: kept });
  const { add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = function (value: unknown, ...rest: [IDBValidKey?]) {
    if (this.name === 'operations') kept.push(value);
    return add.call(this, value, ...rest);
  };
}

/** The changes of looks among them, in order. */
export const keptLooks = (): KeptChange[] =>
  ((globalThis as Scope).daywallKept ?? [])
    .filter(({ kind }) => kind === 'note/look')
    .map(({ payload }) => payload);

/** The cards of the wall in their order: what each looks like. */
export function hungCards(papers: readonly string[]): Omit<Hung, 'item'>[] {
  const valueOf = (element: Element, name: string) => getComputedStyle(element).getPropertyValue(name);
  const colours = new Map(papers.map(paper => [valueOf(document.documentElement, `--note-${paper}`), paper]));
  return [...document.querySelectorAll<HTMLElement>('main [data-note]')].map(card => ({
    key: card.dataset['note']!,
    colour: colours.get(valueOf(card, '--paper')) ?? '',
    pinned: card.textContent!.includes(', pinned') ? 'yes' : '',
  }));
}

/** Resolves once all writes to the queue that this page has begun are stored: IndexedDB orders a read behind them. */
export async function untilKept() {
  const database = await new Promise<IDBDatabase>((done, failed) => {
    const opening = indexedDB.open('daywall-outbox');
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => failed(opening.error);
  });
  const reading = database.transaction('operations').objectStore('operations').count();
  await new Promise(done => reading.addEventListener('success', done));
  database.close();
}
