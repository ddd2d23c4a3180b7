import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app';
import {
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  initializeAuth,
  inMemoryPersistence,
  signInWithEmailAndPassword,
  type Auth,
} from 'firebase/auth';
import { startServer, type TestServer } from '../../support/server';

let server: TestServer;
let app: FirebaseApp;
let auth: Auth;

beforeAll(async () => {
  server = await startServer();
  const config = (await (await fetch(`${server.url}/__/firebase/init.json`)).json()) as Record<string, never>;
  app = initializeApp(config);
  auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, server.url, { disableWarnings: true });
});
afterAll(async () => {
  await deleteApp(app);
  await server.stop();
});

it('signs up', async () => {
  const { user } = await createUserWithEmailAndPassword(auth, 'Ann@Example.com', 'secret1');
  expect(user.email).toBe('ann@example.com');
  await expect(signInWithEmailAndPassword(auth, 'ann@example.com', 'wrong1')).rejects.toMatchObject({
    code: 'auth/invalid-credential',
  });
});
