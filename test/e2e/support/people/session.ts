import type { Browser, Page } from '@playwright/test';
import { createUser, signInByForm, type User } from './people';

/** The session as the app and the Auth SDK store it. */
interface Kept {
  /** The app's entry in local storage. */
  userData: string;
  /** The SDK's entry in local storage: key and value. */
  account: [key: string, value: string];
}

type SdkUser = { stsTokenManager: { accessToken: string; refreshToken: string } };

/** A resource of the server without scripts, where a test can prepare the device's storage. */
const PLAIN = '/__/firebase/init.json';

/**
 * Signs one user in by the form and records what the app and the SDK store. Returns a function that gives a page the
 * same session with another user's ids and tokens.
 */
export async function recordSession(browser: Browser, url: string) {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block' });
  const page = await context.newPage();
  const first = await createUser(url);
  await signInByForm(page, first);
  const kept = await readSession(page);
  await context.close();
  const { accessToken, refreshToken } = (JSON.parse(kept.account[1]) as SdkUser).stsTokenManager;
  const stored = JSON.stringify(kept);

  return async (on: Page, user: User): Promise<void> => {
    const own = [
      [first.uid, user.uid],
      [first.email, user.email],
      [accessToken, user.idToken],
      [refreshToken, user.refreshToken],
    ].reduce((text, [from, to]) => text.replaceAll(from!, to!), stored);
    await on.goto(PLAIN);
    await on.evaluate(write, JSON.parse(own) as Kept);
  };
}

/** The session that the app and the SDK have stored on this device. */
export const readSession = (page: Page): Promise<Kept> => page.evaluate(read);

/** Runs in the page. */
function read(): Kept {
  const account = Object.entries(localStorage).find(([key]) => key.startsWith('firebase:authUser:'));
  return { userData: localStorage.getItem('userData')!, account: account as Kept['account'] };
}

/** Runs in the page. */
function write({ userData, account }: Kept): void {
  localStorage.setItem(...account);
  localStorage.setItem('userData', userData);
}
