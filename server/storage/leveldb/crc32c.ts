/** The lookup table for the reversed Castagnoli polynomial. */
const TABLE = new Int32Array(256).map((_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1)
    remainder = remainder & 1 ? (remainder >>> 1) ^ 0x82f63b78 : remainder >>> 1;
  return remainder;
});

/** The CRC-32C of bytes, from 0 to 2³² − 1. LevelDB stores it for every block; `node:zlib` supports only CRC-32. */
export function crc32c(bytes: Uint8Array): number {
  let remainder = -1;
  for (let index = 0; index < bytes.length; index += 1)
    remainder = TABLE[(remainder ^ bytes[index]!) & 0xff]! ^ (remainder >>> 8);
  return ~remainder >>> 0;
}

/** The masked form in which LevelDB stores a CRC-32C: rotated by 15 bits, plus a constant. */
export function masked(crc: number): number {
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}
