import { crc32 } from 'node:zlib';

const DIGITS = 8;

/** The CRC-32 of a record's key and text, both as UTF-8. A number from 0 to 2³² − 1. */
export function checksumOf(key: string, text: string): number {
  return crc32(key + text);
}

/** A record as stored on disk: eight hexadecimal digits of checksum, then the text. */
export function sealed(text: string, checksum: number): string {
  return checksum.toString(16).padStart(DIGITS, '0') + text;
}

/** The text and checksum of a stored record; null when they do not match. */
export function unsealed(key: string, value: string): { text: string; checksum: number } | null {
  const text = value.slice(DIGITS);
  const checksum = checksumOf(key, text);
  return parseInt(value.slice(0, DIGITS), 16) === checksum ? { text, checksum } : null;
}
