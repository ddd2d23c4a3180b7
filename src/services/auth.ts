export type Account = { email: string; uid: string; refreshToken: string };

/** Why the provider ended a session: the password was changed or all sessions were ended, or what became of the account. */
export type Refusal = 'revoked' | 'disabled' | 'deleted';

export interface AuthService {
  signUp(email: string, password: string): Promise<Account>;
  signIn(email: string, password: string): Promise<Account>;
  /** Ends the provider's session on this device; works without network. */
  signOut(): Promise<void>;
  /** Whose session the provider holds on this device (null: nobody's): told once it is known and when it changes. */
  follow(listener: (uid: string | null) => void): () => void;
  /** Why the provider refuses this session for good; null when it does not. */
  refusalOf(refreshToken: string): Promise<Refusal | null>;
  /** Signs in again with the password, for calls that need a recent sign-in. `email` is the account's, if it may have changed. */
  reauthenticate(userId: string, password: string, email?: string): Promise<Account>;
  /** Sets the password, the same one or another; every other device's session ends. Needs a recent sign-in. */
  changePassword(userId: string, newPassword: string): Promise<Account>;
  /** As above; null when the address changes only once a link in a mail to it was followed. */
  changeEmail(userId: string, email: string): Promise<Account | null>;
  /** Needs a recent sign-in. The account's data in the database stays. */
  deleteAccount(userId: string): Promise<void>;
  /** Requests a link to set a new password: sent by mail, or made by the operator of the server. */
  requestReset(email: string): Promise<'mail' | 'operator'>;
}
