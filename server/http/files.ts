import { open, type FileHandle } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { lookup } from 'mrmime';
import { cachingOf, isAppPath } from './hosting';
import { isOneOf, sendFile } from './sendFile';

/**
 * Answers with a file; returns false, without sending anything, when there is none. Rejects when the system refuses to
 * open it.
 */
export type Files = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
];

/**
 * Serves the built app in `dist`, or null: a file, precompressed when the browser accepts it; index.html for other
 * paths that do not look like files. Files are looked up at each request, so that a new build is served.
 */
export function createFiles(dist: string | null): Files {
  if (dist === null) return async () => false;
  return async (request, response) => {
    const path = pathOf(request);
    if (path === null) return false;
    if (await serve(dist, path, request, response)) return true;
    return isAppPath(path) && serve(dist, '/index.html', request, response);
  };
}

/** The decoded path; null when it is hidden, outside of the folder, or cannot be decoded. */
function pathOf({ url = '/' }: IncomingMessage): string | null {
  const encoded = url.split('?', 1)[0]!;
  const path = decoded(encoded) ?? '/';
  return /[/\\]\./.test(path) || !path.startsWith('/') ? null : path;
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

async function serve(
  dist: string,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const forms = [...encodings.filter(({ name }) => isOneOf(accepted, name)), { name: null, ending: '' }];
  for (const { name, ending } of forms) {
    const handle = await openFile(join(dist, path + ending));
    if (!handle) continue;
    const type = lookup(path) ?? '';
    await sendFile(handle, request, response, {
      'Content-Type': type === 'text/html' ? 'text/html;charset=utf-8' : type,
      ...cachingOf(path),
      Vary: 'Accept-Encoding',
      ...(name === null ? {} : { 'Content-Encoding': name }),
    });
    return true;
  }
  return false;
}

const noFile = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'];

/** The opened file, so that size and content are consistent; null when there is none. */
async function openFile(file: string): Promise<FileHandle | null> {
  try {
    const handle = await open(file);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    return null;
  } catch (error) {
    if (noFile.includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
