/** The bytes end before the value that is being read. */
class EndOfBytes extends Error {}

/** Reads LevelDB's numbers and byte strings in sequence. */
export class Reader {
  constructor(
    readonly bytes: Buffer,
    public at = 0,
  ) {}

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  byte(): number {
    return this.take(1)[0]!;
  }

  /** Seven bits per byte, lowest first. Up to 2⁵³. */
  varint(): number {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw new EndOfBytes();
  }

  take(length: number): Buffer {
    if (length > this.bytes.length - this.at) throw new EndOfBytes();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}
