import { ProtocolError, type Json } from '../../types';
import { LIMIT } from '../limits';

const unreadable = () =>
  new ProtocolError('invalid_data', "Invalid data; couldn't parse JSON object, array, or value.");

/** Reads a request's JSON, of a bounded size and in a bounded time. */
export async function readJson(request: Request): Promise<Json> {
  const bytes = await readBytes(request);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Json;
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
        throw new ProtocolError('too_big', 'The request is bigger than 8 MB.', 413);
      }
      chunks.push(part.value);
    }
  } finally {
    clearTimeout(slow);
  }
  if (isSlow) throw new ProtocolError('too_slow', 'The request took too long to arrive.', 408);
  return Buffer.concat(chunks);
}
