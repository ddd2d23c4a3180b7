import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import type { FaultProxy } from './faultProxy';
import type { History } from './history';
import { Person } from './person';
import type { Random } from './random';
import { createTurns } from './turns';

export interface Account {
  email: string;
  password: string;
  uid: string;
}

/** One browser profile of the user's, with its own wire to the server, and its tabs. */
export class Device {
  readonly tabs: Tab[] = [];
  readonly turns = createTurns();
  isOffline = false;

  private constructor(
    readonly name: string,
    readonly url: string,
    readonly context: BrowserContext,
    readonly proxy: FaultProxy,
    readonly account: Account,
    readonly history: History,
  ) {}

  static async open(
    browser: Browser,
    {
      name,
      proxy,
      account,
      history,
    }: { name: string; proxy: FaultProxy; account: Account; history: History },
  ): Promise<Device> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      timezoneId: 'America/New_York',
      locale: 'en-GB',
      reducedMotion: 'reduce',
    });
    await context.addInitScript('globalThis.__name = named => named'); // what tsx writes into functions
    await context.addInitScript(moveClock);
    return new Device(name, `http://127.0.0.1:${proxy.port}`, context, proxy, account, history);
  }

  async addTab(random: Random): Promise<Tab> {
    const tab = new Tab(this, `${this.name}${this.tabs.length + 1}`, random);
    this.tabs.push(tab);
    await tab.reopen();
    return tab;
  }

  async setOffline(isOffline: boolean) {
    this.isOffline = isOffline;
    await this.context.setOffline(isOffline);
    if (isOffline) this.proxy.cutSockets();
  }

  /** Moves what every tab, present and future, takes for the time. */
  async moveClock(offset: number) {
    await this.context.addInitScript(`globalThis.daywallClock = ${offset}`);
    for (const tab of this.tabs) {
      await tab.page
        ?.evaluate(now => Object.assign(globalThis, { daywallClock: now }), offset)
        .catch(() => undefined);
      await tab.page?.evaluate(() => dispatchEvent(new Event('focus'))).catch(() => undefined);
    }
  }

  /** What this device keeps and the server does not have, of this user; undefined when no tab answers just now. */
  async outbox(): Promise<{ lane: string; kind: string; status: string }[] | undefined> {
    for (const { page, name } of this.tabs) {
      const kept = await page
        ?.evaluate(readOutbox)
        .catch(error => this.history.note(`${name} does not answer: ${firstLine(error)}`));
      if (kept) return kept;
    }
    return undefined;
  }
}

/** A tab, that can die and be opened again. */
export class Tab {
  page: Page | undefined;
  private person: Person | undefined;
  private freezing: CDPSession | undefined;

  constructor(
    readonly device: Device,
    readonly name: string,
    private readonly random: Random,
  ) {}

  /** Opens it where it was, by the service worker when there is no network. Answers whether the app is there. */
  async reopen(): Promise<boolean> {
    await this.page?.close().catch(() => undefined);
    this.freezing = undefined;
    const { device } = this;
    const page = await device.context.newPage();
    this.page = page;
    page.on('pageerror', error => device.history.note(`${this.name} BUG ${error.stack ?? error.message}`));
    this.person = new Person(page, this.name, device.history, this.random, device.turns);
    try {
      await page.goto(`${device.url}/tasks/personal`);
      await this.arrive();
      return true;
    } catch (error) {
      device.history.note(`${this.name} did not open: ${firstLine(error)}`);
      await page.close().catch(() => undefined); // what the browser shows instead would count as a tab that is alive
      return false;
    }
  }

  /** Lets the person do something, whatever has to be done before: opening the tab again, signing in again. */
  async act(does: (person: Person) => Promise<void>): Promise<void> {
    const person = await this.ready();
    if (!person) return;
    await does(person).catch(error => this.device.history.note(`${this.name} gave up: ${firstLine(error)}`));
  }

  /** The person before the tab, once the app is there and they are signed in; undefined when that cannot be now. */
  async ready(): Promise<Person | undefined> {
    if (this.freezing) return undefined;
    if (!this.page || this.page.isClosed() || !(await this.isAlive())) {
      if (!(await this.reopen())) return undefined;
    }
    try {
      await this.arrive();
      return this.person;
    } catch (error) {
      this.device.history.note(`${this.name} cannot get in: ${firstLine(error)}`);
      return undefined;
    }
  }

  /** Ends the tab as a crash does: no event tells the page. */
  async kill() {
    const { page } = this;
    if (!page || page.isClosed()) return;
    const session = await this.device.context.newCDPSession(page);
    const crashed = new Promise(done => page.once('crash', done));
    session.send('Page.crash').catch(() => undefined);
    await crashed;
    await page.close();
  }

  async freeze() {
    if (!this.page || this.page.isClosed()) return;
    this.freezing = await this.device.context.newCDPSession(this.page);
    await this.freezing.send('Page.setWebLifecycleState', { state: 'frozen' });
  }

  async thaw() {
    await this.freezing?.send('Page.setWebLifecycleState', { state: 'active' }).catch(() => undefined);
    this.freezing = undefined;
  }

  /** In the middle of whatever is going on in it. */
  async signOut() {
    await this.page?.getByRole('button', { name: 'Sign out' }).click({ timeout: 2000 });
  }

  private async isAlive() {
    return this.page!.evaluate(() => true).catch(() => false);
  }

  /** Signs in when the session is over. */
  private async arrive() {
    const page = this.page!;
    // A note that is open covers the navigation.
    const inside = page.getByRole('navigation').or(page.getByRole('dialog'));
    const login = page.getByRole('button', { name: 'Login' });
    const missing = page.getByText('This part of Daywall could not be loaded');
    await inside.or(login).or(missing).first().waitFor();
    if (await missing.isVisible()) await missing.getByRole('button').last().click();
    await inside.or(login).first().waitFor();
    // The provider may have lost a session that the app still has.
    const again = page.getByRole('button', { name: 'Sign in again' });
    if (await again.isVisible()) {
      await again.click();
      await login.waitFor();
    }
    if (await inside.first().isVisible()) return;
    const { email, password } = this.device.account;
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await login.click();
    const refusal = page.getByRole('alertdialog');
    await inside.or(refusal).first().waitFor();
    if (await inside.first().isVisible()) return;
    const words = await refusal.textContent();
    await refusal.getByRole('button', { name: 'Close' }).click();
    throw new Error(words ?? 'The sign-in failed');
  }
}

const firstLine = (error: unknown) => (error as Error).message.split('\n').slice(0, 3).join(' | ');

/** In the page, before the app: a clock that can be moved. Timers go on as they are, as on a machine that slept. */
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

/** In the page. */
async function readOutbox() {
  const database = await new Promise<IDBDatabase>((done, failed) => {
    const opening = indexedDB.open('daywall-outbox');
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => failed(opening.error);
  });
  try {
    return await new Promise<{ lane: string; kind: string; status: string }[]>((done, failed) => {
      const reading = database.transaction('operations').objectStore('operations').getAll();
      reading.onsuccess = () => done(reading.result);
      reading.onerror = () => failed(reading.error);
    });
  } finally {
    database.close();
  }
}
