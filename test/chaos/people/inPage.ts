import type { LogEntry } from '../../../src/sync/queue/store/operationLog';
import type { Hung } from '../judge/looks';
import type { KeptLook } from './wallActs';

/**
 * Enters a value and returns the previous one, in one task of the event loop, so that no other change comes between.
 * Null if subtasks arrived meanwhile, and the whole description has to be in one field first. Throws if it is gone.
 */
export function enter(control: HTMLElement | SVGElement, value: string): string | null {
  if (!control.isConnected) throw new Error('The field has left the page');
  const split = [...document.querySelectorAll<HTMLElement>('button[aria-pressed=false]')].find(
    ({ textContent }) => textContent === 'As text',
  );
  if (split) {
    split.click();
    return null;
  }
  const field = control as HTMLInputElement;
  const before = field.value;
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!;
  set!.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return before;
}

/**
 * Sets a box to `isDone` unless it is, or has left the page, in one task of the event loop; returns whether it
 * clicked.
 */
export function tickBox(box: HTMLElement | SVGElement, isDone: boolean): boolean {
  const { checked } = box as HTMLInputElement;
  if (!box.isConnected) return false;
  if (checked !== isDone) (box as HTMLInputElement).click();
  return checked !== isDone;
}

/** Clicks Undo if the toast begins with `words`, in one task of the event loop; returns whether it clicked. */
export function takeBack(words: string): boolean {
  for (const message of document.querySelectorAll('[role=status] p')) {
    const undo = message.parentElement!.querySelector('button');
    if (!message.textContent!.startsWith(words) || undo?.textContent !== 'Undo') continue;
    undo.click();
    return true;
  }
  return false;
}

/** Whether the screen shows the value as saved, or the stored queue contains it. */
export async function isTaken({ value, says }: { value: string; says: 'Saved' | 'card' | 'added' }) {
  const messages = [...document.querySelectorAll('[role=status]')].map(element => element.textContent);
  if (says === 'card' && document.querySelector('main')!.textContent!.includes(value)) return true;
  if (says === 'Saved' && messages.includes('Saved')) return true;
  if (says === 'added' && messages.some(words => / were added\./.test(words!))) return true;
  const kept = await (globalThis as unknown as Offered).daywallOperations();
  const text = JSON.stringify(kept);
  return text.includes(`${value}"`) || text.includes(`${value}\\"`); // as a field, or within a field's text
}

type Offered = { daywallOperations(): Promise<unknown[]>; daywallLog(): Promise<LogEntry[]> };

/**
 * Runs in the page before the app: offers the operations of its database and of localStorage, even while the database
 * does not answer the app.
 */
export function offerOperations() {
  const { open } = IDBFactory.prototype;
  const { getAll } = IDBObjectStore.prototype;
  const read = (store: string) =>
    new Promise<unknown[]>((done, failed) => {
      const opening = open.call(indexedDB, 'daywall');
      // The database was just deleted; opening must not create it again.
      opening.onupgradeneeded = () => opening.transaction!.abort();
      opening.onerror = () => done([]);
      opening.onsuccess = () => {
        const { result: database } = opening;
        const close = (end: () => void) => () => (database.close(), end());
        if (!database.objectStoreNames.contains(store)) return close(() => done([]))(); // it is being deleted
        const reading = getAll.call(database.transaction(store).objectStore(store));
        reading.onsuccess = close(() => done(reading.result as unknown[]));
        reading.onerror = close(() => failed(reading.error!));
      };
    });
  type Left = { id: string; end?: string };
  const left = () =>
    Object.keys(localStorage)
      .filter(key => key.startsWith('daywall-op/'))
      .flatMap(key => JSON.parse(localStorage.getItem(key)!) as Left[]);
  const daywallOperations = async () => {
    // First what pages left: from there an operation moves to the database, and would be seen in neither.
    const ofPages = left();
    const stored = (await read('operations')) as Left[];
    const ids = new Set(ofPages.map(({ id }) => id));
    return [...stored.filter(({ id }) => !ids.has(id)), ...ofPages.filter(({ end }) => end === undefined)];
  };
  Object.assign(globalThis, { daywallOperations, daywallLog: () => read('log') });
}

/** A look change that this page has stored. */
export type KeptChange = { title: string; look: KeptLook; before: KeptLook };
type Scope = { daywallKept?: { kind: string; payload: KeptChange }[] };

/**
 * Runs in the page before the app: records the operations that are added to the stored queue: to localStorage, and then
 * to the database, as they are in the end.
 */
export function rememberKept() {
  const kept: { id: string }[] = [];
  Object.assign(globalThis, { daywallKept: kept });
  const remember = (operation: { id: string; kind?: string }) => {
    const at = kept.findIndex(({ id }) => id === operation.id);
    if (operation.kind === undefined) return;
    if (at < 0) kept.push(operation);
    else kept[at] = operation;
  };
  const { add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = function (value: unknown, ...rest: [IDBValidKey?]) {
    if (this.name === 'operations') remember(value as { id: string });
    return add.call(this, value, ...rest);
  };
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (key: string, value: string) {
    if (key.startsWith('daywall-op/')) (JSON.parse(value) as { id: string }[]).forEach(remember);
    return setItem.call(this, key, value);
  };
}

/**
 * Reloads the page so many milliseconds after it starts to add the next operation to the stored queue. Resolves with
 * false if no change comes for a while.
 */
export function reloadAfterAdd(milliseconds: number): Promise<boolean> {
  return new Promise(resolve => {
    const { add } = IDBObjectStore.prototype;
    const end = (isReloading: boolean) => {
      IDBObjectStore.prototype.add = add;
      resolve(isReloading);
    };
    const giveUp = setTimeout(end, 5000, false);
    IDBObjectStore.prototype.add = function (...given: [unknown, IDBValidKey?]) {
      if (this.name === 'operations') {
        clearTimeout(giveUp);
        end(true);
        const reload = () => location.reload();
        if (milliseconds > 0) setTimeout(reload, milliseconds);
        else reload();
      }
      return add.apply(this, given);
    };
  });
}

/** The recorded look changes, in order. */
export const keptLooks = (): KeptChange[] =>
  ((globalThis as Scope).daywallKept ?? [])
    .filter(({ kind }) => kind === 'note/look')
    .map(({ payload }) => payload);

/** The cards of the wall in their order, with colour and pin. */
export function hungCards(papers: readonly string[]): Omit<Hung, 'item'>[] {
  const valueOf = (element: Element, name: string) => getComputedStyle(element).getPropertyValue(name);
  const colours = new Map(papers.map(paper => [valueOf(document.documentElement, `--note-${paper}`), paper]));
  return [...document.querySelectorAll<HTMLElement>('main [data-note]')].map(card => ({
    key: card.dataset['note']!,
    colour: colours.get(valueOf(card, '--paper')) ?? '',
    pinned: card.textContent!.includes(', pinned') ? 'yes' : '',
  }));
}

/** Resolves once all started writes to the queue are stored: IndexedDB runs this read after them. */
export const untilKept = async () => void (await (globalThis as unknown as Offered).daywallOperations());

/** A pending operation; changes of a series name their task. */
export type Kept = { kind: string; status: string; payload: { taskId?: number; taskName?: string } };

/** The pending operations of the page's databases. */
export const readOutbox = () => (globalThis as unknown as Offered).daywallOperations() as Promise<Kept[]>;

/** The page's log of operations. */
export const readLog = () => (globalThis as unknown as Offered).daywallLog();

/** The instants at which the operations that are in localStorage alone were requested. */
export const onlyLeft = (): number[] =>
  Object.keys(localStorage)
    .filter(key => key.startsWith('daywall-op/'))
    .flatMap(key => JSON.parse(localStorage.getItem(key)!) as { number: number }[])
    .map(({ number }) => number / 1000);

/** The payloads of the operations of these kinds that this page has stored for items of this name. */
export const keptOf = ({ kinds, name }: { kinds: string[]; name: string }) =>
  ((globalThis as { daywallKept?: unknown[] }).daywallKept ?? [])
    .map(operation => operation as { kind: string; payload: { taskName?: string } & Record<string, unknown> })
    .filter(({ kind, payload }) => kinds.includes(kind) && (payload.taskName ?? name).startsWith(name))
    .map(({ payload }) => payload);
