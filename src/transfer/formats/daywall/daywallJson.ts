import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import stringify from 'safe-stable-stringify';
import type { Json } from '../../../services/database';
import { besideFrom, isObject, membersOf, type Content } from '../content';
import { UnreadableFile } from '../reading';

export const FORMAT = 'daywall';
/** 2 has the looks of notes, 3 when tasks repeat; a file of an older version is read as one without these. */
export const VERSION = 3;

/** Members in the order of their names, so that equal content is equal text. */
const text = (json: Json, space?: number) => stringify(json, null, space)!;

/** Of the content alone, in its shortest form: how a file is laid out does not count. */
const checksumOf = (content: Json) => `sha256:${bytesToHex(sha256(utf8ToBytes(text(content))))}`;

/**
 * Everything as one file: read and written again it is the same to the byte. Nothing of it says when, where or for
 * whom it was written.
 */
export const daywallJson = (content: Content): string =>
  `${text({ format: FORMAT, version: VERSION, checksum: checksumOf(content), content }, 1)}\n`;

/** The content of such a file. Throws `UnreadableFile` when it is none, newer than this app, changed or cut off. */
export function contentOfJson(file: string): Content {
  let read: Json;
  try {
    read = JSON.parse(file) as Json;
  } catch {
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
