import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';

export type Files = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const assets = /^\/assets\//;
const hidden = /\/\./;

/** Whether a path names a hidden file, as it stands or as `serve` will read it: with its escapes resolved. */
function isHidden(path: string): boolean {
  if (hidden.test(path)) return true;
  try {
    return hidden.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

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
    if (isHidden(path)) next();
    else serve(request, response, next);
  };
}
