import { Duplex } from 'node:stream';
import { constants, createBrotliCompress } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { isOneOf } from './sendFile';

/** A level that costs about as much as gzip, and makes a list of tasks a fifth smaller. */
const QUALITY = 5;
/** Shorter answers, in bytes, are not compressed. */
const SHORTEST_BYTES = 1024;

/** Compresses JSON answers with Brotli for clients that accept it; Hono's own compression supports only gzip. */
export const brotli: MiddlewareHandler = async (c, next) => {
  await next();
  const { res } = c;
  const isShort = Number(res.headers.get('Content-Length') ?? SHORTEST_BYTES) < SHORTEST_BYTES;
  const isJson = res.headers.get('Content-Type')?.startsWith('application/json') ?? false;
  if (!res.body || isShort || !isJson || res.headers.has('Content-Encoding') || c.req.method === 'HEAD')
    return;
  if (!isOneOf(c.req.header('Accept-Encoding') ?? '', 'br')) return;
  const compressed = Duplex.toWeb(
    createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
  );
  c.res = new Response(res.body.pipeThrough(compressed as ReadableWritablePair<Uint8Array, Uint8Array>), res);
  c.res.headers.delete('Content-Length');
  c.res.headers.set('Content-Encoding', 'br');
  c.res.headers.append('Vary', 'Accept-Encoding');
};
