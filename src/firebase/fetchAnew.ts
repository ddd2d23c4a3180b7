/** Fetches a file past the browser's cache, where a host may have it kept that there is no such file. Never rejects. */
export const fetchAnew = (url: string) => fetch(url, { cache: 'reload' }).catch(() => undefined);
