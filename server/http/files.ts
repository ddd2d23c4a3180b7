import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';

export type Files = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const assets = /^\/assets\//;
const hidden = /\/\./;

/**
 * The built app: a file that is there, precompressed when the browser takes it; the app itself for every other path
 * that does not look like a file. Files are looked up at each request, so that a build beside a running server is
 * served whole, with its own sizes.
 */
export function createFiles(dist: string | null): Files {
  if (dist === null || !existsSync(join(dist, 'index.html'))) return (_request, _response, next) => next();
  const serve = sirv(dist, {
    dev: true,
    etag: true,
    brotli: true,
    gzip: true,
    single: true,
    ignores: [assets],
    setHeaders(response, path) {
      const immutable = assets.test(path);
      response.setHeader('Cache-Control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  return (request, response, next) => {
    const path = (request.url ?? '/').split('?', 1)[0]!;
    if (hidden.test(path)) next();
    else serve(request, response, next);
  };
}
