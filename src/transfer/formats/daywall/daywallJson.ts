import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import stringify from 'safe-stable-stringify';
import { attempt } from '../../../lib/attempt';
import type { Json } from '../../../services/database';
import { besideFrom, isObject, membersOf, type Content } from '../content';
import { UnreadableFile } from '../reading';

export const FORMAT = 'daywall';
export const VERSION = 1;

/** Sorts the members by name, so that equal content gives equal text. */
const text = (json: Json, space?: number) => stringify(json, null, space)!;

/** A hash of the content in its shortest form, independent of the file's layout. */
const checksumOf = (content: Json) => `sha256:${bytesToHex(sha256(utf8ToBytes(text(content))))}`;

/**
 * Everything as one file, which can be read and written again without any difference. It does not say when, where or
 * for whom it was written.
 */
export const daywallJson = (content: Content): string =>
  `${text({ format: FORMAT, version: VERSION, checksum: checksumOf(content), content }, 1)}\n`;

/** Parses such a file. Throws `UnreadableFile` when it is another file, newer than this app, modified or truncated. */
export function contentOfJson(file: string): Content {
  const read = attempt(() => JSON.parse(file) as Json);
  if (read === undefined) {
    throw new UnreadableFile('This file is cut off or damaged: it is not complete JSON.');
  }
  if (!isObject(read) || read.format !== FORMAT || !isObject(read.content)) {
    throw new UnreadableFile('This JSON file was not written by Daywall.');
  }
  if (typeof read.version !== 'number' || read.version > VERSION) {
    throw new UnreadableFile('This file is from a newer Daywall. Reload this page to update, and try again.');
  }
  if (read.checksum !== checksumOf(read.content)) {
    throw new UnreadableFile(
      'This file was changed or damaged after it was exported: its checksum does not fit. Export it once more.',
    );
  }
  const { tasks, notes, trash, ...beside } = read.content;
  return {
    tasks: membersOf(tasks),
    notes: membersOf(notes),
    ...besideFrom(list => membersOf(beside[list])),
    trash: { tasks: membersOf(membersOf(trash).tasks), notes: membersOf(membersOf(trash).notes) },
  };
}
