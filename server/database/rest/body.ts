import { ProtocolError, type Json } from '../../types';
import { LIMIT } from '../limits';
import { checkSize, tooBig } from '../size';

const unreadable = () =>
  new ProtocolError('invalid_data', "Invalid data; couldn't parse JSON object, array, or value.");

/** Reads a request's JSON, of a bounded size and in a bounded time. */
export async function readJson(request: Request): Promise<Json> {
  const text = decode(await readBytes(request));
  checkSize(text);
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw unreadable();
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable();
  }
}

async function readBytes({ body }: Request): Promise<Uint8Array> {
  if (!body) throw unreadable();
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isSlow = false;
  const slow = setTimeout(() => {
    isSlow = true;
    void reader.cancel();
  }, LIMIT.arrivalTime);
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.length;
      if (length > LIMIT.writeBytes) {
        await reader.cancel();
        throw tooBig();
      }
      chunks.push(part.value);
    }
  } finally {
    clearTimeout(slow);
  }
  if (isSlow) throw new ProtocolError('too_slow', 'The request took too long to arrive.', 408);
  return Buffer.concat(chunks);
}
