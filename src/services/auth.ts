export type Account = { email: string; uid: string; refreshToken: string };

export interface AuthService {
  signUp(email: string, password: string): Promise<Account>;
  signIn(email: string, password: string): Promise<Account>;
  /** Ends the provider's session on this device; works without network. */
  signOut(): Promise<void>;
  /** Whose session the provider holds on this device (null: nobody's): told once it is known and when it changes. */
  follow(listener: (uid: string | null) => void): () => void;
  /** True when the provider refuses this session for good: expired, revoked, disabled or deleted. */
  isRefused(refreshToken: string): Promise<boolean>;
  /** Takes the password anew (`email`: the account's, where it may have changed): what needs a recent sign-in may follow. */
  reauthenticate(userId: string, password: string, email?: string): Promise<Account>;
  /** Sets the password, the same one or another; every other device's session ends. Wants a recent sign-in. */
  changePassword(userId: string, newPassword: string): Promise<Account>;
  /** As above; null when the address changes only once a link in a mail to it was followed. */
  changeEmail(userId: string, email: string): Promise<Account | null>;
  /** Wants a recent sign-in too; what the account kept in the database stays. */
  deleteAccount(userId: string): Promise<void>;
  /** Asks for a way to a new password: by a mail, or by whoever runs the server. */
  requestReset(email: string): Promise<'mail' | 'operator'>;
}
