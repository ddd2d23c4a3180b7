import { screen } from '@testing-library/react';
import { signedIn, signedOut } from '../../src/auth/authSlice';
import { SHARED_KEY } from '../../src/lib/sharedKey';
import { ada, renderApp } from '../support/app/renderApp';

const bert = { ...ada, id: 'bert', email: 'bert@example.org' };

beforeEach(() => sessionStorage.clear());

/** Opens the page with text that Ada shared. */
async function openShared() {
  const app = renderApp('/share?title=Milk&text=Two+bottles', { tasks: [] });
  expect(await screen.findByText('Milk')).toBeInTheDocument();
  expect(sessionStorage.getItem(SHARED_KEY)).toContain('"ada"');
  return app;
}

test('What a person shared is gone when their session ends, and leads nobody to it', async () => {
  const app = await openShared();
  sessionStorage.removeItem(SHARED_KEY); // the end of a session in any tab removes it first
  await app.answer(signedOut());
  expect(sessionStorage.getItem(SHARED_KEY)).toBeNull();
  expect(app.path()).toBe('/auth/login');
  await app.answer(signedIn(bert));
  expect(app.path()).toBe('/tasks/today');
  expect(document.body).not.toHaveTextContent('Milk');
});

test('What a person shared is not shown to another one who is signed in by another tab', async () => {
  const app = await openShared();
  await app.answer(signedIn(bert));
  expect(document.body).not.toHaveTextContent('Milk');
  expect(sessionStorage.getItem(SHARED_KEY) ?? '').not.toContain('bert');
});

test('A session that ended by itself leads its person back to what they shared', async () => {
  const app = await openShared();
  await app.answer(signedOut());
  await app.answer(signedIn(ada));
  expect(app.path()).toBe('/share');
  expect(await screen.findByText('Milk')).toBeInTheDocument();
});

test('What is shared before the sign-in is that of who signs in, of nobody after them', async () => {
  const app = renderApp('/share?title=Milk', { user: null });
  expect(app.path()).toBe('/auth/login');
  await app.answer(signedIn(ada));
  expect(await screen.findByText('Milk')).toBeInTheDocument();
  await app.answer(signedOut());
  await app.answer(signedIn(bert));
  expect(app.path()).toBe('/tasks/today');
});

test('The words leave the address: Back, after a sign-out, opens no words', async () => {
  const app = await openShared();
  expect(app.search()).toBe('');
  expect(screen.getByText('Milk')).toBeInTheDocument();
});
