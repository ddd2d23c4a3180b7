import { beforeAuthStateChanged, type Auth } from 'firebase/auth';

/**
 * The SDK ends a session whose refresh token is refused, in all tabs. It may have been an old one: a changed password
 * ends all tokens but its own, which this tab may be about to hear of, from the answer that is on its way or, within
 * `hearsay` milliseconds, from another tab. So the newest token is asked about before. Answers how to end a session all
 * the same.
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
