import { ProtocolError, type Auth, type Clock, type TokenVerifier } from '../../lib/types';

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The user of a connection, until it changes or its token expires. */
export class Identity {
  auth: Auth = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly tokens: TokenVerifier,
    private readonly clock: Clock,
    private readonly expired: () => void,
    /** Receives errors of `expired`, which a timer calls. */
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Throws the verifier's errors, and then keeps the previous user. */
  async take(idToken: string): Promise<NonNullable<Auth>> {
    const { auth, expiresAt } = await this.tokens.verify(idToken);
    // A revocation between the verifier's answer and now was already announced, and will not be repeated.
    if (!this.tokens.isCurrent(auth)) throw new ProtocolError('invalid_token', 'The token was revoked', 401);
    this.drop();
    this.auth = auth;
    this.arm(expiresAt);
    return auth;
  }

  drop(): void {
    this.auth = null;
    clearTimeout(this.timer);
  }

  private end(): void {
    try {
      this.expired();
    } catch (error) {
      this.failed(error);
    }
  }

  private arm(expiresAt: number): void {
    const left = expiresAt - this.clock();
    this.timer = setTimeout(
      () => (this.clock() < expiresAt ? this.arm(expiresAt) : this.end()),
      Math.min(Math.max(left, 0), LONGEST_TIMER_MS),
    );
    this.timer.unref();
  }
}
