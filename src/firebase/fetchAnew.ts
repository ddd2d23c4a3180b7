/** Fetches a file past the browser's cache, which may hold the answer that the file does not exist. Never rejects. */
export const fetchAnew = (url: string) => fetch(url, { cache: 'reload' }).catch(() => undefined);
