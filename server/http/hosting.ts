import { hosting } from '../../firebase.json';

/** The headers that firebase.json sets for the paths of one glob. */
function headersOf(glob: string): Record<string, string> {
  const rule = hosting.headers.find(({ source }) => source === glob);
  return Object.fromEntries(rule!.headers.map(({ key, value }) => [key, value]));
}

const everywhere = headersOf('**');
const {
  'Cache-Control': _cacheControl,
  'Content-Security-Policy': hostedPolicy = '',
  'Strict-Transport-Security': transportSecurity = '',
  ...fixed
} = everywhere;

/** Headers of all answers. */
export const fixedHeaders = fixed;

/** The header of all answers over TLS. */
export const strictTransport = { 'Strict-Transport-Security': transportSecurity };

/** The hosted content security policy, with `connect` (sources separated by blanks) replacing Google's hosts. */
export const contentSecurityPolicy = (connect: string) =>
  hostedPolicy.replace(/connect-src 'self'[^;]*/, `connect-src 'self' ${connect}`);

/** Whether a missing path is answered with the app. */
const appPath = new RegExp(hosting.rewrites[0]!.regex, 'u');
export const isAppPath = (path: string) => appPath.test(path);

/** How long browsers may cache the file at this path. */
export const cachingOf = (path: string) => ({
  'Cache-Control': { ...everywhere, ...(path.startsWith('/assets/') ? headersOf('/assets/**') : {}) }[
    'Cache-Control'
  ]!,
});

/** The hint after 'Not found'. */
export const missingHeaders = headersOf('404.html');
