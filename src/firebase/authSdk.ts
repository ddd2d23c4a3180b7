import { initializeApp } from 'firebase/app';
import {
  browserLocalPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  signInWithEmailAndPassword,
  signOut,
  type User,
} from 'firebase/auth';
import type { FirebaseConfig } from './config';

/** A sign-in in another tab is known here when the SDK next looks for one, every 800 ms. Milliseconds. */
const HEARSAY = 2000;

/** The database's SDK needs this chunk's user, so it is asked for from here, and what both share is in this one. */
export const loadDatabaseSdk = () => import(/* webpackChunkName: "database-sdk" */ './databaseSdk');

/** The Auth SDK, in a chunk of its own. Without the pop-up resolver, which would load scripts from elsewhere. */
export function openAuth(config: FirebaseConfig) {
  const app = initializeApp(config);
  const auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] });
  if (config.emulated) connectAuthEmulator(auth, config.emulated.authUrl, { disableWarnings: true });
  return {
    auth,
    signUp: (email: string, password: string) => createUserWithEmailAndPassword(auth, email, password),
    signIn: (email: string, password: string) => signInWithEmailAndPassword(auth, email, password),
    signOut: () => signOut(auth),
    /** The session of that user; null when the provider has none for them. */
    async userOf(userId: string): Promise<User | null> {
      await auth.authStateReady();
      return new Promise(resolve => {
        const end = (user: User | null) => {
          clearTimeout(timer);
          stop();
          resolve(user);
        };
        const timer = setTimeout(end, HEARSAY, null);
        const stop = onAuthStateChanged(auth, user => user?.uid === userId && end(user));
      });
    },
    follow: (listener: (uid: string | null) => void) =>
      onAuthStateChanged(auth, user => listener(user?.uid ?? null)),
  };
}
