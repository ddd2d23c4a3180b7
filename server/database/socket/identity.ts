import { ProtocolError, type Auth, type Clock, type TokenVerifier } from '../../lib/types';

const LONGEST_TIMER = 2 ** 31 - 1;

/** Who a connection is, until it says otherwise or its token ends. */
export class Identity {
  auth: Auth = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly tokens: TokenVerifier,
    private readonly clock: Clock,
    private readonly expired: () => void,
    /** Called with what `expired` throws: nobody else would catch it in a timer. */
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Throws what the verifier throws, and leaves who it was. */
  async take(idToken: string): Promise<NonNullable<Auth>> {
    const { auth, expiresAt } = await this.tokens.verify(idToken);
    // A revocation between the verifier's answer and now has been announced to whoever had the token, and will not be again.
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
      Math.min(Math.max(left, 0), LONGEST_TIMER),
    );
    this.timer.unref();
  }
}
