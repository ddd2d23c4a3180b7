import { initializeApp } from 'firebase/app';
import {
  browserLocalPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  reauthenticateWithCredential,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  updateEmail,
  updatePassword,
  verifyBeforeUpdateEmail,
  type User,
} from 'firebase/auth';
import type { Account } from '../services/auth';
import { ServiceFailure } from '../services/failure';
import type { FirebaseConfig } from './config';
import { keepRenewed } from './keepRenewed';
import { isSdkStoreSilent } from './sdkStore';

/** Milliseconds to wait for a change by another tab: the SDK polls for it every 800 ms. */
const HEARSAY = 2000;
const ABOUT_ONE_ACCOUNT = new Set(['auth/user-not-found', 'auth/user-disabled']);

/** Imported from this chunk, because the database SDK needs its user; code that both share is then in this chunk. */
export const loadDatabaseSdk = () => import(/* webpackChunkName: "database-sdk" */ './liveConnection');

/** The Auth SDK, in a chunk of its own. Without the pop-up resolver, which would load scripts from elsewhere. */
export async function openAuth(config: FirebaseConfig, isRefused: (token: string) => Promise<boolean>) {
  const app = initializeApp(config);
  const persistence = (await isSdkStoreSilent())
    ? browserLocalPersistence
    : [indexedDBLocalPersistence, browserLocalPersistence];
  const auth = initializeAuth(app, { persistence });
  if (config.emulated) connectAuthEmulator(auth, config.emulated.authUrl, { disableWarnings: true });
  const wanted = keepRenewed(auth, isRefused, HEARSAY);

  /** The session of that user. Throws `signIn` when the provider has none for them. */
  const userOf = async (userId: string): Promise<User> => {
    await auth.authStateReady();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        stop();
        reject(new ServiceFailure('signIn', 'auth/no-session', 'Sign in again'));
      }, HEARSAY);
      const stop = onAuthStateChanged(auth, user => {
        if (user?.uid !== userId) return;
        clearTimeout(timer);
        stop();
        resolve(user);
      });
    });
  };

  return {
    userOf,
    signUp: async (email: string, password: string) =>
      accountOf((await createUserWithEmailAndPassword(auth, email, password)).user),
    signIn: async (email: string, password: string) =>
      accountOf((await signInWithEmailAndPassword(auth, email, password)).user),
    signOut: () => wanted(() => signOut(auth)),
    async reauthenticate(userId: string, password: string, email?: string) {
      const user = await userOf(userId);
      const credential = EmailAuthProvider.credential(email ?? user.email ?? '', password);
      return accountOf((await reauthenticateWithCredential(user, credential)).user);
    },
    async changePassword(userId: string, newPassword: string) {
      const user = await userOf(userId);
      await updatePassword(user, newPassword);
      return accountOf(user);
    },
    async changeEmail(userId: string, email: string) {
      const user = await userOf(userId);
      try {
        await updateEmail(user, email);
        return accountOf(user);
      } catch (error) {
        if ((error as { code?: string }).code !== 'auth/operation-not-allowed') throw error;
        await verifyBeforeUpdateEmail(user, email);
        return null;
      }
    },
    async deleteAccount(userId: string) {
      const user = await userOf(userId);
      await wanted(() => deleteUser(user));
    },
    /** Answers the same whether or not there is such an account, even if the provider reports it. */
    async requestReset(email: string) {
      await sendPasswordResetEmail(auth, email).catch((error: { code?: string }) => {
        if (!ABOUT_ONE_ACCOUNT.has(error.code ?? '')) throw error;
      });
      return config.emulated ? ('operator' as const) : ('mail' as const);
    },
    follow: (listener: (uid: string | null) => void) =>
      onAuthStateChanged(auth, user => listener(user?.uid ?? null)),
  };
}

const accountOf = (user: User): Account => ({
  email: user.email ?? '',
  uid: user.uid,
  refreshToken: user.refreshToken,
});
