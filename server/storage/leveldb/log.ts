import { crc32c, masked } from './crc32c';
import { Reader } from './reader';
import type { Entry } from './table';

const BLOCK_BYTES = 32_768;
const HEADER_BYTES = 7;
/** A batch is one fragment, or a first one, middle ones (3) and a last one. */
const [FULL, FIRST, LAST] = [1, 2, 4];

/** The entries of a log's intact batches; `damaged` counts the damaged places. */
export function readLog(file: Buffer): { entries: Entry[]; damaged: number } {
  const entries: Entry[] = [];
  let damaged = 0;
  let parts: Buffer[] | null = null;
  for (const fragment of fragmentsOf(file)) {
    if (!fragment || (fragment.type > FIRST && !parts)) {
      damaged += fragment ? 0 : 1;
      parts = null;
      continue;
    }
    parts = fragment.type <= FIRST ? [fragment.content] : [...parts!, fragment.content];
    if (fragment.type !== FULL && fragment.type !== LAST) continue;
    try {
      entries.push(...batchOf(Buffer.concat(parts)));
    } catch {
      damaged += 1;
    }
    parts = null;
  }
  return { entries, damaged };
}

/**
 * The fragments of a log; null for a damaged one, up to the beginning of the next block. A fragment cut off by the end
 * of the file is a write interrupted by a power cut, and not counted as damage.
 */
function* fragmentsOf(file: Buffer): Generator<{ type: number; content: Buffer } | null> {
  for (let begin = 0; begin < file.length; begin += BLOCK_BYTES) {
    const block = file.subarray(begin, begin + BLOCK_BYTES);
    for (let at = 0; at + HEADER_BYTES <= block.length;) {
      const length = block.readUInt16LE(at + 4);
      const type = block[at + 6]!;
      const end = at + HEADER_BYTES + length;
      const isTorn = end > block.length && begin + BLOCK_BYTES >= file.length;
      if (isTorn || (type === 0 && length === 0)) break;
      const isWhole =
        end <= block.length &&
        type >= FULL &&
        type <= LAST &&
        masked(crc32c(block.subarray(at + 6, end))) === block.readUInt32LE(at);
      if (!isWhole) {
        yield null;
        break;
      }
      yield { type, content: block.subarray(at + HEADER_BYTES, end) };
      at = end;
    }
  }
}

/** A batch: its first sequence number, its count, then each entry's type (1 a value, 0 a removal), key and value. */
function batchOf(bytes: Buffer): Entry[] {
  const reader = new Reader(bytes);
  const first = reader.take(8).readBigUInt64LE();
  const count = reader.take(4).readUInt32LE();
  return Array.from({ length: count }, (_, index) => {
    const isValue = reader.byte() === 1;
    const key = reader.take(reader.varint()).toString();
    const value = isValue ? reader.take(reader.varint()).toString() : null;
    return { key, sequence: first + BigInt(index), value };
  });
}
