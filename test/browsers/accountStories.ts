import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { become, button, fillIn, heading, link, see, seeNone, seePath, signIn, type Story } from './story';

export const accountStories: Story[] = [
  {
    title: 'Somebody registers, is at Today, stays signed in over a reload, and signs out',
    async tell({ screen }) {
      await screen.open('/');
      await seePath(screen, '/auth/login');
      await screen.type({ label: 'Password' }, '12345');
      await screen.click({ label: 'Email' });
      await see(screen, { text: 'Input a valid password' });
      await screen.click(link('Sign Up'));
      await see(screen, button('Register'));
      const email = `${randomUUID()}@example.com`;
      await fillIn(screen, { email, password: 'secret-1' });
      await screen.click(button('Register'));
      await see(screen, heading('Today'));
      await seePath(screen, '/tasks/today');
      await see(screen, { text: 'You have no tasks for today' });
      const kept = await screen.run<Record<string, string>>('return JSON.parse(localStorage.userData)');
      assert.deepEqual(Object.keys(kept).sort(), ['email', 'expiryDate', 'id', 'token']);
      assert.equal(kept['email'], email);
      await screen.reload();
      await see(screen, heading('Today'));
      await screen.click(button('Sign out'));
      await seePath(screen, '/auth/login');
      assert.equal(await screen.run('return localStorage.userData ?? null'), null);
    },
  },
  {
    title: 'A change in one tab is shown in the other, and a sign-out is for both',
    async tell(world) {
      const { screen, device } = world;
      await device.addTask({ taskName: 'Water the plants' });
      await signIn(world);
      await see(screen, link(/Water the plants/));
      const other = await screen.openTab();
      await other.open('/tasks/today');
      await other.click({ role: 'checkbox', name: /Water the plants/ });
      await screen.show();
      await become(async () => Object.keys((await device.get<object | null>('ext/done')) ?? {}).length, 1);
      await seeNone(screen, link(/Water the plants/));
      await screen.click(button('Sign out'));
      await seePath(screen, '/auth/login');
      await other.show();
      await seePath(other, '/auth/login');
    },
  },
];
