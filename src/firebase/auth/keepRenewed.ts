import { beforeAuthStateChanged, type Auth } from 'firebase/auth';

/**
 * The SDK ends a session, in all tabs, when its refresh token is refused. But a changed password revokes all tokens
 * except the new one, which this tab may not have yet: it comes with the pending answer or, within `hearsay`
 * milliseconds, from another tab. So the newest token is checked before the session ends. Answers a function that ends
 * the session without this check.
 */
export function keepRenewed(auth: Auth, isRefused: (token: string) => Promise<boolean>, hearsay: number) {
  let isWanted = false;
  beforeAuthStateChanged(auth, async next => {
    if (next !== null || isWanted) return;
    for (const wait of [0, hearsay]) {
      await new Promise(resolve => setTimeout(resolve, wait));
      const token = auth.currentUser?.refreshToken;
      if (token && !(await isRefused(token))) throw new Error('The session was renewed');
    }
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
