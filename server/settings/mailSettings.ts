/** The mail server and its connection settings. */
export interface MailSettings {
  host: string;
  port: number;
  /** `direct` is TLS from the first byte, `upgrade` requires STARTTLS, `none` is plain text. */
  tls: 'direct' | 'upgrade' | 'none';
  login: { user: string; password: string } | null;
  /** The sender's address. */
  from: string;
}

/** The loopback names: connections to them do not leave the machine. */
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Parses `smtp://USER:PASSWORD@HOST:PORT` or `smtps://…`. Null for anything else. Passwords and links are sent
 * encrypted, unless the mail server is on this machine or the setting contains `?tls=off`.
 */
export function readSmtpUrl(text: string): Omit<MailSettings, 'from'> | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url?.search === '?tls=off';
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname))
    return null;
  if (url.hash !== '' || (url.search !== '' && !isPlain)) return null;
  const isDirect = url.protocol === 'smtps:';
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if (user === null || password === null || (isDirect && isPlain)) return null;
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (isDirect ? 465 : 587),
    tls: isDirect ? 'direct' : isPlain || LOCAL.test(url.hostname) ? 'none' : 'upgrade',
    login: user === '' ? null : { user, password },
  };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
