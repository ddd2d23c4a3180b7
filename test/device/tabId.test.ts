import { claimTab } from '../../src/device/tabId';

/** A browser's LockManager: a lock is released when the page that holds it ends. */
function fakeLocks() {
  const held = new Set<string>();
  const locks = {
    query: async () => ({ held: [...held].map(name => ({ name })) }),
    async request(name: string, _options: unknown, work: (lock: unknown) => Promise<void> | undefined) {
      if (held.has(name)) return work(null);
      held.add(name);
      return work({ name });
    },
  };
  return {
    locks: locks as unknown as LockManager,
    end: (id: string) => void held.delete(`daywall-tab:${id}`),
  };
}

let drawn = 0;
const newId = () => `tab-${++drawn}`;
/** The channels between the tabs, in the order in which they were opened. A message is there in the next turn. */
const channels: EventTarget[] = [];
const open = () => {
  const target = new EventTarget();
  channels.push(target);
  const postMessage = (data: unknown) =>
    setTimeout(() => {
      for (const other of channels)
        if (other !== target) other.dispatchEvent(new MessageEvent('message', { data }));
    });
  return Object.assign(target, { postMessage }) as unknown as BroadcastChannel;
};
/** The answer, as time passes. */
async function soon<Answer>(work: Promise<Answer>): Promise<Answer> {
  await jest.advanceTimersByTimeAsync(1000);
  return work;
}

beforeEach(() => {
  jest.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => {
  jest.useRealTimers();
  channels.length = 0;
});

describe.each(['locks', 'messages'])('By %s', means => {
  const browser = () => {
    const { locks, end } = fakeLocks();
    return {
      claim: () => soon(claimTab({ locks: means === 'locks' ? locks : undefined, channel: open(), newId })),
      /** Ends the page of the last claim, or of the claim at `at`. */
      end: (id: string, at = -1) => {
        end(id);
        channels.splice(at, 1);
      },
    };
  };

  it('a tab has the same id after a reload', async () => {
    const { claim, end } = browser();
    const { id } = await claim();
    end(id);
    expect((await claim()).id).toBe(id);
  });

  it('a copy of a tab, with its sessionStorage, has an id of its own, and keeps it', async () => {
    const { claim, end } = browser();
    const first = await claim();
    const copy = await claim();
    expect(copy.id).not.toBe(first.id);
    expect(await soon(first.open())).toEqual(new Set([first.id, copy.id]));
    end(copy.id);
    expect((await claim()).id).toBe(copy.id);
  });

  it('a tab that is closed is none of those that are open', async () => {
    const { claim, end } = browser();
    const first = await claim();
    sessionStorage.clear();
    const second = await claim();
    end(first.id, -2);
    expect(await soon(second.open())).toEqual(new Set([second.id]));
  });

  it('a tab whose sessionStorage fails has an id all the same', async () => {
    const refuse = () => {
      throw new DOMException('No', 'SecurityError');
    };
    const read = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    const write = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    expect((await browser().claim()).id).toMatch(/^tab-/);
    [read, write].forEach(spy => spy.mockRestore());
  });
});

it('A reload waits for the page before to let go of its id', async () => {
  const { locks, end } = fakeLocks();
  const claim = () => soon(claimTab({ locks, channel: open(), newId }));
  const { id } = await claim();
  setTimeout(() => end(id), 100);
  expect((await claim()).id).toBe(id);
});
