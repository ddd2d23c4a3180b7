import { LIMIT } from '../holding/limits';

const FRAME_CHARACTERS = 16_384;
const MOST_FRAMES = Math.ceil(LIMIT.messageCharacters / FRAME_CHARACTERS) * 2;

/** A client's message violates the protocol; its connection ends. */
export class FrameError extends Error {}

/** Assembles messages that arrive as a count and that many frames. */
export class FrameJoiner {
  private missing = 0;
  private length = 0;
  private parts: string[] = [];

  /** True between a message's first and last frame. */
  get isJoining(): boolean {
    return this.missing > 0;
  }

  /** Characters of the frames received so far. */
  get held(): number {
    return this.length;
  }

  /** The message completed by the frame; null when more must follow or the frame was a keep-alive. */
  add(frame: string): string | null {
    if (this.missing === 0) {
      if (!/^\d{1,6}$/.test(frame)) return checked(frame, frame.length);
      this.missing = Number(frame);
      if (this.missing > MOST_FRAMES) throw new FrameError('too many frames');
      return null;
    }
    this.parts.push(checked(frame, (this.length += frame.length)));
    this.missing -= 1;
    if (this.missing > 0) return null;
    const message = this.parts.join('');
    [this.parts, this.length] = [[], 0];
    return message;
  }
}

function checked(frame: string, length: number): string {
  if (length > LIMIT.messageCharacters) throw new FrameError('message too long');
  return frame;
}

/** The frames of a message: itself, or a count and pieces that never split a character. */
export function splitFrames(message: string): string[] {
  if (message.length <= FRAME_CHARACTERS) return [message];
  const pieces: string[] = [];
  for (let from = 0; from < message.length;) {
    const to = from + FRAME_CHARACTERS;
    const splitsPair = /[\ud800-\udbff]/.test(message[to - 1] ?? '');
    pieces.push(message.slice(from, splitsPair ? to - 1 : to));
    from += pieces.at(-1)!.length;
  }
  return [String(pieces.length), ...pieces];
}
