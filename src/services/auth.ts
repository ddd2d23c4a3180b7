export type Account = { email: string; uid: string; refreshToken: string };

/** Why the provider ended a session: a new password, a sign-out everywhere, or the account's deletion or suspension. */
export type Refusal = 'revoked' | 'disabled' | 'deleted';

export interface AuthService {
  signUp(email: string, password: string): Promise<Account>;
  signIn(email: string, password: string): Promise<Account>;
  /** Ends the provider's session on this device; works without network. */
  signOut(): Promise<void>;
  /** Reports the user whose session the provider has on this device (null: none), first when known and then at each change. */
  follow(listener: (uid: string | null) => void): () => void;
  /** Why the provider permanently refuses this session; null when it does not. */
  refusalOf(refreshToken: string): Promise<Refusal | null>;
  /** Signs in again with the password, for calls that need a recent sign-in. `email` is the account's, in case it has changed. */
  reauthenticate(userId: string, password: string, email?: string): Promise<Account>;
  /** Sets the password, even to the same value, and ends the sessions of all other devices. Needs a recent sign-in. */
  changePassword(userId: string, newPassword: string): Promise<Account>;
  /** Changes the e-mail. Null when the address changes only after the user follows a mailed link. Needs a recent sign-in. */
  changeEmail(userId: string, email: string): Promise<Account | null>;
  /** Deletes the account, but not its data in the database. Needs a recent sign-in. */
  deleteAccount(userId: string): Promise<void>;
  /** Requests a link to set a new password, sent by mail or created by the server's operator. */
  requestReset(email: string): Promise<'mail' | 'operator'>;
}
