import { attempt } from '../lib/attempt';

const KEY = 'daywall:tab';
const LOCK = 'daywall-tab:';
/** How long a reloaded page waits for the previous one to release its id, and how often it checks. Milliseconds. */
const TIMEOUT_MS = 300;
const RETRY_DELAY_MS = 30;
/** How long other tabs have to answer where there are no Web Locks. Milliseconds. */
const ANSWER = 100;

/** This tab among the tabs of the browser. */
export type Tab = {
  /** Identifies the tab across reloads; a duplicated tab, which copies sessionStorage, gets a new id. */
  id: string;
  /** The ids of all open tabs that have an id. */
  open(): Promise<ReadonlySet<string>>;
};

type Message = { ask: true } | { here: string };
type Browser = {
  /** Web Locks are missing on plain http. */
  locks?: LockManager;
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>;
  newId: () => string;
};

const wait = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds));

/** Finds out which tab this is. */
export async function claimTab({ locks, channel, newId }: Browser): Promise<Tab> {
  const { open, hold } = locks ? byLocks(locks) : byMessages(channel);
  let id = read();
  const until = performance.now() + TIMEOUT_MS;
  while (id !== null && !(await hold(id))) {
    if (performance.now() > until) id = null;
    else await wait(RETRY_DELAY_MS);
  }
  if (id === null) {
    id = newId();
    await hold(id);
    keep(id);
  }
  return { id, open };
}

/** A tab holds a lock named after its id for as long as its page lives. */
function byLocks(locks: LockManager) {
  return {
    async open() {
      const { held = [] } = await locks.query();
      const names = held.flatMap(({ name }) => (name?.startsWith(LOCK) ? name.slice(LOCK.length) : []));
      return new Set(names);
    },
    hold: (id: string) =>
      new Promise<boolean>((resolve, reject) => {
        const untilTheEnd = new Promise<void>(() => undefined);
        const held = (lock: Lock | null) => {
          resolve(lock !== null);
          return lock ? untilTheEnd : undefined;
        };
        locks.request(LOCK + id, { ifAvailable: true }, held).catch(reject);
      }),
  };
}

/** A tab answers when asked; a frozen one does not. */
function byMessages(channel: Browser['channel']) {
  let own: string | null = null;
  channel.addEventListener('message', event => {
    if (own !== null && 'ask' in (event as MessageEvent<Message>).data) channel.postMessage({ here: own });
  });
  const open = async () => {
    const ids = new Set<string>(own === null ? [] : [own]);
    const hear = (event: Event) => {
      const message = (event as MessageEvent<Message>).data;
      if ('here' in message) ids.add(message.here);
    };
    channel.addEventListener('message', hear);
    channel.postMessage({ ask: true } satisfies Message);
    await wait(ANSWER);
    channel.removeEventListener('message', hear);
    return ids;
  };
  return {
    open,
    async hold(id: string) {
      if ((await open()).has(id)) return false;
      own = id;
      return true;
    },
  };
}

const read = () => attempt(() => sessionStorage.getItem(KEY)) ?? null;
/** If the id cannot be stored, the tab gets a new one at a reload, which is then offered the old drafts. */
const keep = (id: string) => attempt(() => sessionStorage.setItem(KEY, id));
