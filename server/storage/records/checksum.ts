import { crc32 } from 'node:zlib';

const DIGITS = 8;

/** The CRC-32 of a record: of its key, then of its text, both as UTF-8. A number from 0 to 2³² − 1. */
export function checksumOf(key: string, text: string): number {
  return crc32(key + text);
}

/** How a record lies on disk: eight hexadecimal digits of checksum, then the text. */
export function sealed(text: string, checksum: number): string {
  return checksum.toString(16).padStart(DIGITS, '0') + text;
}

/** The text and the checksum of a sealed record; null when they do not belong together. */
export function unsealed(key: string, value: string): { text: string; checksum: number } | null {
  const text = value.slice(DIGITS);
  const checksum = checksumOf(key, text);
  return parseInt(value.slice(0, DIGITS), 16) === checksum ? { text, checksum } : null;
}
