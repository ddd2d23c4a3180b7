/** The files that `npm run users` and `npm run data` read and write: they contain all data, including password hashes. */
import { access, readFile, rm, writeFile } from 'node:fs/promises';
import type { Json } from '../../server/lib/types';

/** A file that cannot be read or written; the message is one sentence. */
export class FileError extends Error {}

/** Throws a `FileError` when one of the files exists, before any of them is written. */
export async function refuseExisting(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const exists = await access(file).then(
      () => true,
      () => false,
    );
    if (exists) throw new FileError(`The file ${file} exists already; nothing is written.`);
  }
}

/**
 * Writes a new file with mode 0600. Throws a `FileError` when it exists or cannot be written completely; then no file
 * is left.
 */
export async function writeSecret(file: string, text: string | AsyncIterable<string>): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      await rm(file, { force: true }).catch(() => undefined);
    throw new FileError(`The file ${file} can't be written: ${(error as Error).message}`);
  }
}

/** The text of a file named by the operator. Throws a `FileError`. */
export async function readGiven(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new FileError(`The file ${file} can't be read: ${error.message}`);
  });
}

/** The JSON of a file named by the operator. Throws a `FileError`. */
export async function readGivenJson(file: string): Promise<Json> {
  const text = await readGiven(file);
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    // Replaced, because the parser's message quotes the text.
    const why = (error as Error).message.replace(/\s+/g, ' ');
    throw new FileError(`The file ${file} holds no JSON: ${why}`);
  }
}
