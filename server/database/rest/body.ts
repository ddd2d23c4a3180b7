import { ProtocolError, type Json } from '../../lib/types';
import type { Budget, Share } from '../holding/budget';
import { LIMIT } from '../holding/limits';
import type { Logger } from '../../lib/logger';
import { checkSize, tooBig } from '../holding/size';

const unreadable = () =>
  new ProtocolError('invalid_data', "Invalid data; couldn't parse JSON object, array, or value.");
const busy = () => new ProtocolError('unavailable', 'The server is busy. Try again later.', 503);
const gone = () => new ProtocolError('gone', 'The request ended before its body had arrived.');

/** A request's body, read on demand, with limits for size and memory; the HTTP server limits its time. */
export class Body {
  private readonly share: Share;
  private refused: ProtocolError | null = null;
  private interrupt: (why: ProtocolError) => void = () => undefined;

  constructor(
    private readonly request: Request,
    budget: Budget,
    log: Logger,
  ) {
    this.share = budget.open(() => {
      log.warn('a request was refused, the budget for unfinished requests is used up');
      this.refused = busy();
      this.interrupt(this.refused);
    });
  }

  /** Reads the body. Throws the protocol's refusals. */
  async json(): Promise<Json> {
    const text = decode(await this.bytes());
    this.share.set(checkSize(text));
    if (this.refused) throw this.refused;
    this.share.keep();
    try {
      return JSON.parse(text) as Json;
    } catch {
      throw unreadable();
    }
  }

  /** Releases its memory when the request is answered. */
  release(): void {
    this.share.release();
  }

  private async bytes(): Promise<Uint8Array> {
    if (!this.request.body) throw unreadable();
    const reader = this.request.body.getReader();
    const refused = new Promise<never>((_, failed) => (this.interrupt = failed));
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
      for (;;) {
        const part = await Promise.race([reader.read(), refused]);
        if (part.done) break;
        length += part.value.length;
        if (length > LIMIT.writeBytes) throw tooBig();
        chunks.push(part.value);
        this.share.set(length);
      }
    } catch (error) {
      reader.cancel().catch(() => undefined);
      throw error instanceof ProtocolError ? error : gone();
    }
    return Buffer.concat(chunks);
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable();
  }
}
