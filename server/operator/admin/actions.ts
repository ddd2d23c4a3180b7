import type { AuthState } from '../../auth/state';
import { ProtocolError } from '../../lib/types';
import type { ControlHandlers } from '../../storage/control';

/** The result of a form: a sentence, and the link that it created. */
export type Done = { sentence: string; link?: string };
/** The dependencies of actions; `commands` are those of `npm run users`. */
type ActionParts = { auth: Pick<AuthState, 'invites'>; commands: ControlHandlers };
type Action = (parts: ActionParts, names: Record<string, string>) => Promise<Done>;

/** The actions of the forms, by path. */
export const actions: Readonly<Record<string, Action>> = {
  '/admin/invite': async ({ commands }) => withLink(await command(commands, 'users invite')),
  '/admin/invites/:hash/withdraw': async ({ auth }, { hash = '' }) => {
    if (await auth.invites.withdraw(hash)) return { sentence: 'The invitation is withdrawn.' };
    throw new ProtocolError('INVALID_OOB_CODE', 'This invitation is used, or has ended.');
  },
  '/admin/people/:uid/reset': async ({ commands }, { uid }) =>
    withLink(await command(commands, 'users reset', uid)),
  '/admin/people/:uid/disable': async ({ commands }, { uid }) => ({
    sentence: await command(commands, 'users disable', uid),
  }),
  '/admin/people/:uid/enable': async ({ commands }, { uid }) => ({
    sentence: await command(commands, 'users enable', uid),
  }),
  '/admin/people/:uid/delete': async ({ commands }, { uid }) => ({
    sentence: await command(commands, 'users delete --data', uid),
  }),
};

async function command(commands: ControlHandlers, name: string, uid?: string): Promise<string> {
  return String(await commands[name]!(uid ?? null));
}

/** The last line of such a sentence is its link. */
function withLink(text: string): Done {
  const [sentence = '', link] = text.split('\n');
  return { sentence, ...(link !== undefined && { link }) };
}
