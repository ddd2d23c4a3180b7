import { pairsOf } from '../../lib/pairs';
import { StoreError } from '../../lib/errors';
import { ProtocolError, type Clock, type Json, type Random, type Section } from '../../lib/types';
import { createSecret, hashOf, isSecret } from '../../lib/secrets';

/** The section of invitations, stored under the hash of their code. */
export const INVITES = 'invites';
const LIFETIME_MS = 7 * 24 * 3600 * 1000;

/** A link that creates one account, even while sign-up is closed. Instants are milliseconds. */
export type Invite = { hash: string; createdAt: number; expiresAt: number };

export interface Invites {
  /** Creates an invitation and returns its code, which is not stored. */
  create(): Promise<string>;
  /** The valid invitations, oldest first. */
  all(): Invite[];
  /** Whether a link is valid. */
  isGood(code: string): boolean;
  /** Revokes an unused invitation. Returns false when there is none. */
  withdraw(hash: string): Promise<boolean>;
  /**
   * Marks the invitation as used, first on the disk. Resolves to a function that restores it. Throws
   * `INVALID_OOB_CODE` when it is invalid.
   */
  take(code: string): Promise<() => Promise<void>>;
}

/** Reads the invitations. Expired ones are removed when the next one is created. */
export async function openInvites(section: Section, clock: Clock, random: Random): Promise<Invites> {
  const invites = await readInvites(section);
  const isCurrent = (invite: Invite | undefined) => invite !== undefined && invite.expiresAt > clock();
  const remove = async (...hashes: string[]) => {
    for (const hash of hashes) invites.delete(hash);
    await section.commit(hashes.map(hash => ({ key: hash, value: null })));
  };
  const add = async ({ hash, ...times }: Invite) => {
    await section.commit([{ key: hash, value: JSON.stringify(times) }]);
    invites.set(hash, { hash, ...times });
  };
  return {
    async create() {
      const code = createSecret(random);
      const now = clock();
      const ended = [...invites.values()].filter(invite => !isCurrent(invite));
      if (ended.length > 0) await remove(...ended.map(({ hash }) => hash));
      await add({ hash: hashOf(code), createdAt: now, expiresAt: now + LIFETIME_MS });
      return code;
    },
    all: () => [...invites.values()].filter(isCurrent).sort((a, b) => a.createdAt - b.createdAt),
    isGood: code => isSecret(code) && isCurrent(invites.get(hashOf(code))),
    async withdraw(hash) {
      if (!isCurrent(invites.get(hash))) return false;
      await remove(hash);
      return true;
    },
    async take(code) {
      const invite = invites.get(hashOf(code));
      if (!invite || !isCurrent(invite)) throw new ProtocolError('INVALID_OOB_CODE');
      // Synchronous, so that of two simultaneous users only one succeeds.
      invites.delete(invite.hash);
      try {
        await remove(invite.hash);
      } catch (error) {
        invites.set(invite.hash, invite);
        throw error;
      }
      return () => add(invite);
    },
  };
}

/** Parses the stored invitations, by hash. Throws a `StoreError` for an invalid record. */
export async function readInvites(section: Section): Promise<Map<string, Invite>> {
  const invites = new Map<string, Invite>();
  for await (const [hash, text] of pairsOf(section.pages())) {
    const times = parsed(text) as Partial<Invite> | null;
    const { createdAt, expiresAt } = times ?? {};
    if (typeof createdAt !== 'number' || typeof expiresAt !== 'number')
      throw new StoreError('A record of an invitation is none that this program writes.');
    invites.set(hash, { hash, createdAt, expiresAt });
  }
  return invites;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
