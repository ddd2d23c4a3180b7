import { randomUUID } from 'node:crypto';
import { deleteApp, initializeApp, type FirebaseOptions } from 'firebase/app';
import { connectAuthEmulator, initializeAuth, inMemoryPersistence, signOut, type Auth } from 'firebase/auth';

export interface Client {
  auth: Auth;
  close(): Promise<void>;
}

/** A separate Firebase SDK, as in another browser, configured by the server's `init.json`. */
export async function openClient(url: string): Promise<Client> {
  const answer = await fetch(`${url}/__/firebase/init.json`);
  const { emulated, ...options } = (await answer.json()) as FirebaseOptions & {
    emulated: { authUrl: string };
  };
  const app = initializeApp(options, randomUUID());
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, emulated.authUrl, { disableWarnings: true });
  const close = async () => {
    // Otherwise the SDK's timer for the next token outlives the app.
    await signOut(auth);
    await deleteApp(app);
  };
  return { auth, close };
}
