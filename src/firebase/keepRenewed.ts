import { beforeAuthStateChanged, type Auth } from 'firebase/auth';

/**
 * The SDK ends a session whose refresh token is refused, in all tabs. When another tab has just renewed it (a changed
 * password ends all tokens but its own) the new tokens arrive here within `hearsay` milliseconds: then it goes on.
 * Answers how to end one all the same.
 */
export function keepRenewed(auth: Auth, hearsay: number) {
  let isWanted = false;
  beforeAuthStateChanged(auth, async next => {
    if (next !== null || isWanted) return;
    const refused = auth.currentUser?.refreshToken;
    await new Promise(resolve => setTimeout(resolve, hearsay));
    if (auth.currentUser && auth.currentUser.refreshToken !== refused) throw new Error('Renewed elsewhere');
  });
  return async (end: () => Promise<void>) => {
    isWanted = true;
    try {
      await end();
    } finally {
      isWanted = false;
    }
  };
}
