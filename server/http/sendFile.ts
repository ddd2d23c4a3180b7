import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** Whether a header with a list of values (`gzip, br;q=0.5`) contains one of them. */
export function isOneOf(header: string, value: string): boolean {
  return header.split(',').some(part => part.split(';', 1)[0]!.trim() === value);
}

/**
 * Answers with an open file, or with 304 when the client has it, and closes it. Never rejects: a later failure (the
 * client disconnects, the file was truncated) closes the connection, because the length was already sent.
 */
export async function sendFile(
  handle: FileHandle,
  request: IncomingMessage,
  response: ServerResponse,
  headers: Record<string, string>,
): Promise<void> {
  try {
    const { size, mtime } = await handle.stat();
    const etag = `W/"${size}-${mtime.getTime()}"`;
    const isKnown = isOneOf(String(request.headers['if-none-match'] ?? ''), etag);
    const about = { ...headers, ETag: etag, 'Last-Modified': mtime.toUTCString() };
    response.writeHead(isKnown ? 304 : 200, isKnown ? about : { ...about, 'Content-Length': size });
    if (isKnown || request.method === 'HEAD' || size === 0) response.end();
    else await pipeline(handle.createReadStream({ end: size - 1 }), whole(size), response);
  } catch {
    response.destroy();
  } finally {
    await handle.close();
  }
}

/** Passes data on, and fails when the file ends too early. */
function whole(size: number) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let left = size;
    for await (const chunk of chunks) {
      left -= chunk.length;
      yield chunk;
    }
    if (left > 0) throw new Error('The file became shorter while it was sent.');
  };
}
