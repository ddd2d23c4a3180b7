/**
 * Asks the server anew for a chunk's file that could not be loaded, before the chunk is loaded again. Browsers keep a 404
 * that a host has marked as immutable, and would answer the retry with it.
 */
export function askAnewForFailedChunks() {
  const load = __webpack_chunk_load__;
  const failed = new Map<string | number, string>();
  __webpack_chunk_load__ = async id => {
    const url = failed.get(id);
    if (url) await fetch(url, { cache: 'reload' }).catch(() => undefined);
    failed.delete(id);
    return load(id).catch((error: { request?: string }) => {
      if (error.request) failed.set(id, error.request);
      throw error;
    });
  };
}
