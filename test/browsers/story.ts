import assert from 'node:assert/strict';
import type { Origin } from '../e2e/support/network/origin';
import { createUser, openDevice, type Device, type User } from '../e2e/support/people/people';
import { eventually, type Screen, type Target } from './screen';

/** A story's context: an empty browser, a user with an account, and the network. */
export type World = {
  screen: Screen;
  user: User;
  /** The user's data, as another device reads and changes them. */
  device: Device;
  network: Origin['network'];
};
export type Story = { title: string; tell(world: World): Promise<void> };

export async function openWorld(origin: Origin, screen: Screen): Promise<World> {
  const user = await createUser(origin.server.url);
  return { screen, user, device: openDevice(origin.server.url, user), network: origin.network };
}

export const link = (name: string | RegExp): Target => ({ role: 'link', name });
export const button = (name: string | RegExp): Target => ({ role: 'button', name });
export const heading = (name: string): Target => ({ role: 'heading', name });

/** Waits until the target is on the screen. */
export const see = (screen: Screen, target: Target) => seeCount(screen, target, 1, Infinity);
/** Waits until the target is not visible. */
export const seeNone = (screen: Screen, target: Target) => seeCount(screen, target, 0, 0);

const seeCount = (screen: Screen, target: Target, least: number, most: number) =>
  eventually(async () => {
    assert(
      await screen.run("return !document.querySelector('#root[inert]')"),
      'A picture of the last screen',
    );
    const count = await screen.count(target);
    const words = Object.values(target).join(' ');
    assert(count >= least && count <= most, `${count} × ‘${words}’ on the screen`);
  });

/** Waits until an answer is as expected. */
export const become = <Answer>(ask: () => Promise<Answer>, expected: unknown) =>
  eventually(async () => assert.deepEqual(await ask(), expected));

export const seePath = (screen: Screen, path: string) =>
  become(() => screen.run('return location.pathname'), path);

/** Waits until a note's dialog is open and its animation over: until then it ignores the pointer. */
export const seeDialog = async (screen: Screen) => {
  await see(screen, { role: 'dialog' });
  const takesPointer = "return getComputedStyle(document.querySelector('dialog')).pointerEvents";
  await become(() => screen.run(takesPointer), 'auto');
};

/** The names of all tasks that the server has. */
export const names = async ({ device }: World) =>
  Object.values((await device.tasks()) ?? {})
    .map(({ taskName }) => taskName)
    .sort();

export const rewrite = async (screen: Screen, target: Target, text: string) => {
  await screen.clear(target);
  await screen.type(target, text);
};

export async function fillIn(screen: Screen, { email, password }: Pick<User, 'email' | 'password'>) {
  await screen.type({ label: 'Email' }, email);
  await screen.type({ label: 'Password' }, password);
}

/** Signs in by the form, and waits for Today. */
export async function signIn({ screen, user }: World) {
  await screen.open('/auth/login');
  await fillIn(screen, user);
  await screen.click(button('Login'));
  await see(screen, heading('Today'));
}

/** The day so many days from today as `YYYY-MM-DD`, in UTC, the time zone of the browsers here. */
export const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
