import type { User } from 'firebase/auth';
import type { AuthService } from '../../services/auth';

/** The authentication service, and what the database needs of it. */
export interface FirebaseAuth extends AuthService {
  /** The user's ID token, a fresh one when `force`. Throws `signIn` when the provider has no session for the user. */
  idToken(userId: string, force?: boolean): Promise<string>;
  /** The provider's own user object, which the database SDK needs. */
  user(userId: string): Promise<User>;
}
