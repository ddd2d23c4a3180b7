import type { Clock, Page } from '../../lib/types';
import type { LineHandlers, Lines } from '../control';
import { jsonLine } from '../records/jsonLine';
import { HEAD_KEY } from '../records/keys';
import { readHead } from '../records/ledger';
import type { LocalStore } from '../store';
import { lineOf, type Point } from '../records/commitLines';
import { pointOf } from '../journal';

/** A follower's progress. The commit `after` is on its disk; `restorable` can be restored from it, and is earlier after a gap. */
type Progress = {
  folder: string;
  store: string;
  after: Point | null;
  restorable: Point | null;
};

/** The first line of a full copy. */
export type CopyHead = { store: string; point: Point };

/** A follower as shown to the operator; times are in milliseconds, `behindMs` is null before its first copy. */
export type FollowerStatus = { folder: string; isHere: boolean; behindMs: number | null };

/** The backlog of the slowest follower, for the metrics. Null without followers. */
export type FollowBacklog = { milliseconds: number | null; commits: number } | null;

type Follower = { after: number; restorable: Point | null; asking: number; askedAt: number };

/** Milliseconds for which a request for commits waits for the next one. */
const WAIT_MS = 1_000;
/** Milliseconds without a request after which a follower counts as gone. */
const GONE_MS = 10_000;
const LINE_CHARACTERS = 262_144;

/**
 * The followers of a running server (`npm run backup -- --follow`), identified by their folder. They pull: each requests
 * the commits after the one that it has made durable, so that a slow or broken target does not slow others down.
 */
export class Followers {
  private readonly known = new Map<string, Follower>();

  /** `expected` is the folder in the settings. */
  constructor(
    private readonly store: LocalStore,
    private readonly clock: Clock,
    expected: string | null,
  ) {
    if (expected !== null) this.know(expected);
  }

  get handlers(): LineHandlers {
    return {
      follow: args => this.follow(args as unknown as Progress),
      copy: () => this.copy(),
    };
  }

  status(): FollowerStatus[] {
    return [...this.known].map(([folder, { restorable, asking, askedAt }]) => ({
      folder,
      isHere: asking > 0 || this.clock() - askedAt < GONE_MS,
      behindMs: restorable && this.behind(restorable),
    }));
  }

  /** How far the slowest follower is behind. */
  backlog(): FollowBacklog {
    if (this.known.size === 0) return null;
    const { sequence } = this.store.journal.newest;
    const points = [...this.known.values()].map(({ restorable }) => restorable);
    const behind = points.map(point => point && this.behind(point));
    return {
      milliseconds: behind.includes(null) ? null : Math.max(...(behind as number[])),
      commits: Math.max(...points.map(point => Math.max(0, sequence - (point?.sequence ?? 0)))),
    };
  }

  /** Resolves when the connected followers have all commits, or after some milliseconds. */
  async caughtUp(milliseconds: number): Promise<void> {
    const end = this.clock() + milliseconds;
    const isLate = () =>
      [...this.known.values()].some(
        ({ asking, askedAt, restorable }) =>
          (asking > 0 || this.clock() - askedAt < WAIT_MS) && restorable && this.behind(restorable) > 0,
      );
    while (isLate() && this.clock() < end) await new Promise(done => setTimeout(done, 20));
  }

  /** Milliseconds since the first commit that cannot be restored. */
  private behind({ sequence, at }: Point): number {
    const { journal } = this.store;
    if (sequence === journal.newest.sequence) return 0;
    const first = sequence < journal.newest.sequence ? journal.firstAfter(sequence) : undefined;
    return Math.max(1, this.clock() - (first?.sequence === sequence + 1 ? first.at : at));
  }

  private headOf(page: Page): CopyHead | null {
    const [, text] = page.find(([key]) => key === HEAD_KEY) ?? [];
    const head = text === undefined ? null : readHead(text);
    if (!head) return null;
    const point = this.store.journal.at(head.sequence) ?? pointOf(head, this.clock());
    return { store: head.id, point };
  }

  private know(folder: string): Follower {
    const follower = this.known.get(folder) ?? { after: 0, restorable: null, asking: 0, askedAt: -Infinity };
    this.known.set(folder, follower);
    this.store.journal.want();
    return follower;
  }

  /** Sends the commits after a follower's state; the answer is false when some are no longer available. */
  private async *follow({ folder, store, after, restorable }: Progress): Lines {
    if (store !== this.store.id) return false;
    const { journal } = this.store;
    const follower = this.know(folder);
    follower.restorable = restorable;
    follower.asking += 1;
    try {
      if (!after) return false;
      follower.after = after.sequence;
      journal.forget(Math.min(...[...this.known.values()].map(({ after: sequence }) => sequence)));
      if (journal.after(after)?.length === 0) await journal.changed(WAIT_MS);
      const entries = journal.after(after);
      for (const { lines } of entries ?? []) yield lines;
      return entries !== null;
    } finally {
      follower.asking -= 1;
      follower.askedAt = this.clock();
    }
  }

  /** Sends the whole store as a consistent snapshot of its stored records; the first line describes the state. */
  private async *copy(): Lines {
    let isBegun = false;
    for await (const page of this.store.pages()) {
      if (!isBegun) yield `${lineOf(this.headOf(page))}\n`;
      isBegun = true;
      let from = 0;
      let characters = 0;
      for (const [index, [key, value]] of page.entries()) {
        characters += key.length + value.length;
        if (characters < LINE_CHARACTERS && index < page.length - 1) continue;
        yield jsonLine(page.slice(from, index + 1));
        [from, characters] = [index + 1, 0];
      }
    }
    return true;
  }
}
