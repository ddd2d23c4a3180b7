import { createReadStream } from 'node:fs';

/** Splits text that arrives in pieces into lines, without line breaks; the last line may lack one. */
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

/** The lines of a file. Throws the disk's error. */
export function linesOfFile(path: string): AsyncGenerator<string> {
  return linesOf(createReadStream(path, 'utf8') as AsyncIterable<string>);
}
