import { signIn, signUp } from '../clients/identity';

/** An account with a calendar address, and what its tests do with it. */
export async function openFeed(url: string, email: string) {
  const { localId: uid, ...first } = await signUp(url, email);
  let { idToken } = first;
  const own = async (method: string, body?: object) => {
    const headers = { authorization: `Bearer ${idToken}` };
    const answer = await fetch(`${url}/feeds`, { method, headers, body: body && JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as OwnFeed };
  };
  return {
    uid,
    email,
    idToken,
    /** Signs in anew, after the clock was moved. */
    renew: async () => void ({ idToken } = await signIn(url, email)),
    own,
    /** Makes an address; resolves to it. */
    make: async (only = '') => (await own('POST', { only })).body.address!,
    /** Writes below the account's data in a database, by default the first; null removes. */
    async write(paths: Record<string, unknown>, database?: string) {
      const at = `${url}/${uid}.json?auth=${idToken}${database ? `&ns=${database}` : ''}`;
      const answer = await fetch(at, { method: 'PATCH', body: JSON.stringify(paths) });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    },
  };
}
type OwnFeed = { feed: { createdAt: number; only: string } | null; address?: string; error?: string };

let number = 0;
/** A task's record as it is stored. */
export const stored = (taskName: string, day: string, more: object = {}) => ({
  ...{ taskName, taskDescription: '', taskList: 'personal', taskId: (number += 1) },
  taskDueDate: day === '' ? '' : `${day}T00:00:00.000Z`,
  ...more,
});
