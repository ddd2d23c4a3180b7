import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import type { Device } from './device';
import { breakStorage } from '../../support/devices/storageSwitch';
import { reloadAfterAdd } from '../people/inPage';
import { Person } from '../people/person';
import type { Random } from '../random';
import { whileOpen } from '../people/whileOpen';

/** A tab that can crash and be opened again. */
export class Tab {
  page: Page | undefined;
  private person: Person | undefined;
  private freezing: CDPSession | undefined;

  constructor(
    readonly device: Device,
    readonly name: string,
    private readonly random: Random,
  ) {}

  /** Opens a new page (by the service worker when offline). Resolves with whether the app is shown. */
  async reopen(): Promise<boolean> {
    if (this.page) await inTime(this.page.close());
    this.freezing = undefined;
    const { device } = this;
    const context = await device.context();
    const page = await whileOpen(context, context.newPage());
    this.page = page;
    page.on('pageerror', error => {
      const isExpected = isUncaughtRefresh(error);
      device.history.note(`${this.name} ${isExpected ? '' : 'BUG '}${error.stack ?? error.message}`);
    });
    this.person = new Person(page, this.name, this.random, device);
    try {
      await page.goto(`${device.url}/tasks/personal`);
      await this.arrive();
      return true;
    } catch (error) {
      const shown = await inTime(page.innerText('body')).catch(() => 'nothing');
      device.history.note(
        `${this.name} did not open: ${firstLine(error)}; it shows ${JSON.stringify(shown)}`,
      );
      await page.close().catch(() => undefined); // an error page of the browser would count as a tab that is alive
      return false;
    }
  }

  /** Opens the tab, signs in if needed, then lets the user act. */
  async act(does: (person: Person) => Promise<void>): Promise<void> {
    const person = await this.ready();
    if (!person) return;
    await whileOpen(this.page!, does(person)).catch(error =>
      this.device.history.note(`${this.name} gave up: ${firstLine(error)}`),
    );
  }

  /** The user, once the app is open and signed in; undefined if that is not possible now. */
  async ready(): Promise<Person | undefined> {
    if (this.freezing) return undefined;
    try {
      const isOpen = this.page && !this.page.isClosed() && (await this.isAlive());
      if (!isOpen && !(await this.reopen())) return undefined;
      await this.arrive();
      return this.person;
    } catch (error) {
      this.device.history.note(`${this.name} cannot get in: ${firstLine(error)}`);
      return undefined;
    }
  }

  /**
   * Waits for the tab's next change, and reloads the page so many milliseconds after it, even if the user is in the
   * middle of another act. Resolves when the next page is there.
   */
  async reloadAfterChange(milliseconds: number) {
    const { page } = this;
    if (!page || page.isClosed() || this.freezing) return;
    const isThere = page.waitForEvent('load', { timeout: 20_000 });
    isThere.catch(() => undefined); // the page was not reloaded
    // A page that reloads at once does not answer.
    const isReloading = whileOpen(page, page.evaluate(reloadAfterAdd, milliseconds)).catch(() => true);
    if (await inTime(isReloading)) await inTime(whileOpen(page, isThere));
  }

  /** Makes the app's database never answer this page again. */
  async hangStorage(at: 'read' | 'write') {
    const fault = { database: 'daywall', at, how: 'never' } as const;
    await inTime(whileOpen(this.page!, this.page!.evaluate(breakStorage, fault)));
  }

  async reload() {
    await inTime(whileOpen(this.page!, this.page!.reload()));
  }

  /** Ends the tab like a crash: without any event. */
  async kill() {
    const { page } = this;
    if (!page || page.isClosed()) return;
    const crash = async () => {
      const session = await page.context().newCDPSession(page);
      await session.send('Page.crash'); // the call is never answered
    };
    // A page that is already closed or crashed fires no event.
    await inTime(whileOpen(page, crash()));
    await inTime(page.close());
  }

  async freeze() {
    if (!this.page || this.page.isClosed()) return;
    this.freezing = await this.page.context().newCDPSession(this.page);
    await this.freezing.send('Page.setWebLifecycleState', { state: 'frozen' });
  }

  async thaw() {
    await this.freezing?.send('Page.setWebLifecycleState', { state: 'active' }).catch(() => undefined);
    this.freezing = undefined;
  }

  /** Signs out, whatever the tab is doing. */
  async signOut() {
    await this.page?.getByRole('button', { name: 'Sign out' }).click({ timeout: 2000 });
  }

  /** Whether the page shows the app, and not the browser's error page. */
  private async isAlive() {
    const page = this.page!;
    return whileOpen(
      page,
      page.evaluate(() => location.protocol === 'http:'),
    ).catch(() => false);
  }

  /** Signs in if the session is over. */
  private async arrive() {
    const page = this.page!;
    // An open note covers the navigation.
    const inside = page.getByRole('navigation').or(page.getByRole('dialog'));
    const login = page.getByRole('button', { name: 'Login' });
    // Several parts may be missing; the last button of each reloads the page.
    const missing = page.getByText('This part of Daywall could not be loaded').first();
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
    const { email, password } = this.device.company.account;
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

/**
 * After another tab renewed the token, the Auth SDK asks for a token in its storage listener and does not catch the
 * error: without network that promise is rejected. Any other rejection is a bug.
 */
const isUncaughtRefresh = ({ message, stack = '' }: Error) =>
  message.includes('auth/network-request-failed') && stack.includes('_onStorageEvent');

/** Resolves when the work ends or fails, at the latest after ten seconds. */
export const inTime = <Answer>(work: Promise<Answer>) =>
  Promise.race([work.catch(() => undefined), setTimeout(10_000, undefined, { ref: false })]);

const firstLine = (error: unknown) => (error as Error).message.split('\n').slice(0, 3).join(' | ');
