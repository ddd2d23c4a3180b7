import { setTimeout } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import type { FaultProxy } from './faultProxy';
import type { History } from '../judge/history';
import { offerOperations, onlyLeft, readLog, readOutbox, rememberKept, type Kept } from '../people/inPage';
import type { Pairs } from '../judge/pairs';
import { openProfile, type Profile } from './profile';
import type { Random } from '../random';
import { inTime, Tab } from './tab';
import { createTurns } from './turns';

export interface Account {
  email: string;
  password: string;
  uid: string;
}

/** The parts that all devices of a run share. */
export interface Company {
  account: Account;
  history: History;
  pairs: Pairs;
  /** Whether people edit notes that another device made. */
  sharesNotes: boolean;
}

/** A device of the user's: a browser with its own profile, network, clock and tabs. */
export class Device {
  readonly tabs: Tab[] = [];
  readonly turns = createTurns();
  private profile!: Profile;
  private readonly reasonsToBeOffline = new Set<symbol>();
  private worldClock = 0;

  private constructor(
    readonly name: string,
    readonly proxy: FaultProxy,
    readonly company: Company,
    /** Milliseconds by which this device's clock is wrong. */
    private readonly drift: number,
  ) {}

  static async open(name: string, proxy: FaultProxy, company: Company, drift: number): Promise<Device> {
    const device = new Device(name, proxy, company, drift);
    device.profile = await openProfile(context => device.prepare(context));
    return device;
  }

  get url() {
    return `http://127.0.0.1:${this.proxy.port}`;
  }

  get history() {
    return this.company.history;
  }

  context = () => this.profile.context();
  close = () => this.profile.close();

  async addTab(random: Random): Promise<Tab> {
    const tab = new Tab(this, `${this.name}${this.tabs.length + 1}`, random);
    this.tabs.push(tab);
    await tab.reopen();
    return tab;
  }

  /**
   * Kills the browser with all its tabs; the next use of a tab starts it again. What was only in localStorage may be
   * lost: Chromium writes it late.
   */
  async kill() {
    const left = await this.fromTab(onlyLeft);
    const readAt = performance.timeOrigin + performance.now();
    await this.profile.kill();
    this.history.doubt(
      this.name,
      ({ from, to }) => to >= readAt || !left || left.some(at => at >= from && at <= to),
    );
  }

  /** Goes offline for a reason. Resolves with a function that ends it; the device is online when no reason is left. */
  async goOffline(): Promise<() => Promise<void>> {
    const reason = Symbol();
    this.reasonsToBeOffline.add(reason);
    await this.setNetwork();
    return async () => {
      if (this.reasonsToBeOffline.delete(reason)) await this.setNetwork();
    };
  }

  /** Ends every reason to be offline. Going offline and online again ends the back-off of pending operations. */
  async comeBack() {
    await this.goOffline();
    this.reasonsToBeOffline.clear();
    await this.setNetwork();
  }

  /** Moves the clock of all tabs, open or opened later, and adds the device's drift. */
  async moveClock(worldClock: number) {
    this.worldClock = worldClock;
    await this.tellPages(`globalThis.daywallClock = ${this.worldClock + this.drift}`, 'focus');
  }

  /** Evaluates a script in all pages, open or opened later, and fires an event in those that are open. */
  private async tellPages(script: string, event: string) {
    const context = this.profile.running();
    if (!context) return;
    // A page that just crashed makes this throw until it has left.
    for (const patience = AbortSignal.timeout(20_000); ; await setTimeout(100))
      try {
        await context.addInitScript(script);
        break;
      } catch (error) {
        if (patience.aborted) throw error;
      }
    // A page that hangs is told once it goes on: nobody waits for it.
    const told = this.tabs.map(({ page }) =>
      page?.evaluate(`${script}; dispatchEvent(new Event('${event}'))`),
    );
    await inTime(Promise.allSettled(told));
  }

  /** The pending operations of this device; undefined when no tab answers. */
  outbox = (): Promise<Kept[] | undefined> => this.fromTab(readOutbox);
  /** The log of this device; undefined when no tab answers. */
  log = () => this.fromTab(readLog);

  /** Asks the tabs in turn. Resolves with the first answer, or undefined when no tab answers. */
  private async fromTab<Answer>(read: () => Answer | Promise<Answer>): Promise<Answer | undefined> {
    for (const { page, name } of this.tabs) {
      const answer = await page
        ?.evaluate(read)
        .catch(error => this.history.note(`${name} does not answer: ${(error as Error).message}`));
      if (answer) return answer as Answer;
    }
    return undefined;
  }

  private async prepare(context: BrowserContext) {
    await context.addInitScript('globalThis.__name = named => named'); // tsx calls this helper in compiled functions
    await context.addInitScript(moveClock);
    await context.addInitScript(offerNetwork);
    await context.addInitScript(offerOperations);
    await context.addInitScript(rememberKept);
    await context.addInitScript(`globalThis.daywallClock = ${this.worldClock + this.drift}`);
    await context.addInitScript(`globalThis.daywallOffline = ${this.isOffline}`);
  }

  private get isOffline() {
    return this.reasonsToBeOffline.size > 0;
  }

  /**
   * Cuts the network, or ends that, and tells the pages. Playwright's `setOffline` fails for good once a service worker
   * has crashed with a page.
   */
  private async setNetwork() {
    const { isOffline } = this;
    this.proxy.setOffline(isOffline);
    await this.tellPages(`globalThis.daywallOffline = ${isOffline}`, isOffline ? 'offline' : 'online');
  }
}

/** Runs in the page before the app: the browser's word for whether there is a network. */
function offerNetwork() {
  const scope = globalThis as unknown as { daywallOffline?: boolean };
  Object.defineProperty(Navigator.prototype, 'onLine', { get: () => scope.daywallOffline !== true });
}

/** Runs in the page before the app: a clock that can be moved. Timers stay as they are, as on a machine that slept. */
function moveClock() {
  const Real = Date;
  const scope = globalThis as unknown as { daywallClock?: number; Date: DateConstructor };
  const now = () => Real.now() + (scope.daywallClock ?? 0);
  class Moved extends Real {
    constructor(...parts: []) {
      if (parts.length === 0) super(now());
      else super(...parts);
    }
    static override now = now;
  }
  scope.Date = Moved as DateConstructor;
}
