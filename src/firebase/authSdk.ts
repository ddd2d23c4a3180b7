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
} from 'firebase/auth';
import type { FirebaseConfig } from './config';

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
    follow: (listener: (uid: string | null) => void) =>
      onAuthStateChanged(auth, user => listener(user?.uid ?? null)),
  };
}
