import type { Auth, Clock, TokenVerifier } from '../../types';

const LONGEST_TIMER = 2 ** 31 - 1;

/** Who a connection is, until it says otherwise or its token ends. */
export class Identity {
  auth: Auth = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly tokens: TokenVerifier,
    private readonly clock: Clock,
    private readonly expired: () => void,
  ) {}

  /** Throws what the verifier throws, and leaves who it was. */
  async take(idToken: string): Promise<NonNullable<Auth>> {
    const { auth, expiresAt } = await this.tokens.verify(idToken);
    this.drop();
    this.auth = auth;
    this.arm(expiresAt);
    return auth;
  }

  drop(): void {
    this.auth = null;
    clearTimeout(this.timer);
  }

  private arm(expiresAt: number): void {
    const left = expiresAt - this.clock();
    this.timer = setTimeout(
      () => (this.clock() < expiresAt ? this.arm(expiresAt) : this.expired()),
      Math.min(Math.max(left, 0), LONGEST_TIMER),
    );
    this.timer.unref();
  }
}
