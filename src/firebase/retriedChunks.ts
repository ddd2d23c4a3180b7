import { fetchAnew } from './fetchAnew';

/** Requests a chunk's file past the cache after its load failed, before it is loaded again. */
export function askAnewForFailedChunks() {
  const load = __webpack_chunk_load__;
  const failed = new Map<string | number, string>();
  __webpack_chunk_load__ = async id => {
    const url = failed.get(id);
    if (url) await fetchAnew(url);
    failed.delete(id);
    return load(id).catch((error: { request?: string }) => {
      if (error.request) failed.set(id, error.request);
      throw error;
    });
  };
}
