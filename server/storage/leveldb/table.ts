import { uncompress } from 'snappyjs';
import { crc32c, masked } from './crc32c';
import { Reader } from './reader';

/** A version of a record: the key's value or its removal (`value: null`), and the sequence number. */
export type Entry = { key: string; sequence: bigint; value: string | null };

type Handle = { offset: number; size: number };

const FOOTER_BYTES = 48;
const MAGIC = 0xdb4775248b80fb57n;

/** True when every block of a table is intact. */
export function isWholeTable(file: Buffer): boolean {
  try {
    const [meta, index] = footerOf(file);
    const handles = [...entriesIn(blockAt(file, meta)), ...entriesIn(blockAt(file, index))];
    return handles.every(({ value }) => isWhole(file, handleIn(new Reader(value))));
  } catch {
    return false;
  }
}

/** The entries of a table's intact blocks; `damaged` counts the others. */
export function readTable(file: Buffer): { entries: Entry[]; damaged: number } {
  const entries: Entry[] = [];
  let damaged = 0;
  let handles: Handle[] = [];
  try {
    handles = entriesIn(blockAt(file, footerOf(file)[1])).map(({ value }) => handleIn(new Reader(value)));
  } catch {
    damaged += 1;
  }
  for (const handle of handles)
    try {
      for (const { key, value } of entriesIn(blockAt(file, handle))) entries.push(entryOf(key, value));
    } catch {
      damaged += 1;
    }
  return { entries, damaged };
}

function footerOf(file: Buffer): [Handle, Handle] {
  const footer = new Reader(file.subarray(-FOOTER_BYTES));
  if (footer.bytes.readBigUInt64LE(FOOTER_BYTES - 8) !== MAGIC) throw new Error('not a table');
  return [handleIn(footer), handleIn(footer)];
}

function handleIn(reader: Reader): Handle {
  return { offset: reader.varint(), size: reader.varint() };
}

function isWhole(file: Buffer, { offset, size }: Handle): boolean {
  const reader = new Reader(file, offset);
  // A block is followed by its compression type, then by the checksum of both.
  const checked = reader.take(size + 1);
  return masked(crc32c(checked)) === reader.take(4).readUInt32LE();
}

/** A block's content. Throws when its checksum is wrong. */
function blockAt(file: Buffer, handle: Handle): Buffer {
  if (!isWhole(file, handle)) throw new Error('damaged block');
  const { offset, size } = handle;
  const content = file.subarray(offset, offset + size);
  return file[offset + size] === 1 ? uncompress(content) : content;
}

/** The pairs of a block; a key is stored as the length shared with the previous one, and the rest. */
function entriesIn(block: Buffer): { key: Buffer; value: Buffer }[] {
  const restarts = block.readUInt32LE(block.length - 4);
  const reader = new Reader(block.subarray(0, block.length - 4 - 4 * restarts));
  const entries: { key: Buffer; value: Buffer }[] = [];
  let key = Buffer.alloc(0);
  while (!reader.isAtEnd) {
    const [shared, rest, length] = [reader.varint(), reader.varint(), reader.varint()];
    key = Buffer.concat([key.subarray(0, shared), reader.take(rest)]);
    entries.push({ key, value: reader.take(length) });
  }
  return entries;
}

/** LevelDB appends to a key the sequence number (56 bits) and the type: a value (1) or a removal (0). */
function entryOf(key: Buffer, value: Buffer): Entry {
  const end = key.length - 8;
  const tag = key.readBigUInt64LE(end);
  const isValue = (tag & 0xffn) === 1n;
  return { key: key.toString('utf8', 0, end), sequence: tag >> 8n, value: isValue ? value.toString() : null };
}
