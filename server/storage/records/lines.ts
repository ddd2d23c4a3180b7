import { createReadStream } from 'node:fs';

/** The lines of a text that comes in pieces, without their ends; the last one need not have an end. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  const begun: string[] = [];
  for await (const piece of pieces) {
    begun.push(piece);
    if (!piece.includes('\n')) continue;
    const lines = begun.splice(0).join('').split('\n');
    begun.push(lines.pop()!);
    yield* lines;
  }
  const last = begun.join('');
  if (last !== '') yield last;
}

/** The lines of a file. Throws what the disk says. */
export function linesOfFile(path: string): AsyncGenerator<string> {
  return linesOf(createReadStream(path, 'utf8') as AsyncIterable<string>);
}
