import {
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  onAuthStateChanged,
  reauthenticateWithCredential,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  updateEmail,
  updatePassword,
  verifyBeforeUpdateEmail,
  type Auth,
  type User,
  type UserCredential,
} from 'firebase/auth';
import type { Account } from '../../services/auth';
import { ServiceFailure } from '../../services/failure';
import { databaseOf, type FirebaseConfig } from '../rest/config';
import { openSdk } from '../live/openSdk';
import { loadDatabases, deleteWithHome, findHome } from './home';
import { createSessionKeeper } from './keepRenewed';

/** Waits for another tab's change: the SDK polls for it every 800 ms. */
const OTHER_TAB_WAIT_MS = 2000;
const ABOUT_ONE_ACCOUNT = new Set(['auth/user-not-found', 'auth/user-disabled']);

/** Re-exported from this chunk because the database SDK needs this user, and so that shared code is here. */
export const loadDatabaseSdk = () => import(/* webpackChunkName: "database-sdk" */ '../live/liveConnection');

/** The Auth SDK, in a chunk of its own. It omits the pop-up resolver, which would load scripts from other sites. */
export function openAuth(config: FirebaseConfig, isRefused: (token: string) => Promise<boolean>) {
  const { persistence, guard, wanted } = createSessionKeeper(isRefused, OTHER_TAB_WAIT_MS);
  // Uses localStorage, because the SDK's other persistence, IndexedDB, can be slow or never answer, and then no
  // sign-in would end.
  const { auth } = openSdk(config, persistence);
  guard(auth);
  const userOf = (userId: string) => sessionOf(auth, userId);

  /** Completes a sign-in only when the user's database is known: another database must never be read or written for them. */
  const withHome = async (signingIn: Promise<UserCredential>, isNew: boolean): Promise<Account> => {
    const asked = loadDatabases();
    asked.catch(() => undefined); // the error of a refused sign-in takes precedence
    const { user } = await signingIn;
    try {
      const databases = await asked;
      if (databases.length > 0) await findHome(user, databases, isNew);
    } catch (failure) {
      await wanted(() => signOut(auth)).catch(() => undefined);
      throw failure;
    }
    return accountOf(user);
  };

  return {
    userOf,
    signUp: (email: string, password: string) =>
      withHome(createUserWithEmailAndPassword(auth, email, password), true),
    signIn: (email: string, password: string) =>
      withHome(signInWithEmailAndPassword(auth, email, password), false),
    signOut: () => wanted(() => signOut(auth)),
    ...credentialChanges(userOf),
    async deleteAccount(userId: string) {
      const user = await userOf(userId);
      const deleteIt = () => wanted(() => deleteUser(user));
      if (databaseOf(config, userId) !== config.databaseURL) await deleteWithHome(user, deleteIt, isRefused);
      else await deleteIt();
    },
    /** Gives the same answer whether or not such an account exists, even if the provider reveals it. */
    async requestReset(email: string) {
      await sendPasswordResetEmail(auth, email).catch((error: { code?: string }) => {
        if (!ABOUT_ONE_ACCOUNT.has(error.code ?? '')) throw error;
      });
      return config.emulated && !config.emulated.mails ? ('operator' as const) : ('mail' as const);
    },
    follow: (listener: (uid: string | null) => void) =>
      onAuthStateChanged(auth, user => listener(user?.uid ?? null)),
  };
}

/** The session of that user. Throws `signIn` when the provider has none for them. */
async function sessionOf(auth: Auth, userId: string): Promise<User> {
  await auth.authStateReady();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop();
      reject(new ServiceFailure('signIn', 'auth/no-session', 'Sign in again'));
    }, OTHER_TAB_WAIT_MS);
    const stop = onAuthStateChanged(auth, user => {
      if (user?.uid !== userId) return;
      clearTimeout(timer);
      stop();
      resolve(user);
    });
  });
}

/** Calls that verify a password, or change an account's credentials. */
function credentialChanges(userOf: (userId: string) => Promise<User>) {
  return {
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
  };
}

const accountOf = (user: User): Account => ({
  email: user.email ?? '',
  uid: user.uid,
  refreshToken: user.refreshToken,
});
