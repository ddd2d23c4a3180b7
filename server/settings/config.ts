import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isEmail } from '../lib/email';
import { readBytes } from '../lib/bytes';
import { readSmtpUrl, type MailSettings } from './mailSettings';

/** The validated settings from the environment, which are passed to all other parts. */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** The folder that a follower writes every commit into; null when none is expected. */
  followDir: string | null;
  rulesFile: string;
  instances: [string, ...string[]];
  projectId: string;
  /** The public URL, if it differs from the listening address: `https://tasks.example`. */
  publicUrl: URL | null;
  /** The number of proxies in front; with 0, forwarded headers are ignored. */
  trustedProxies: number;
  allowedHosts: string[];
  allowedOrigins: string[];
  signUp: 'open' | 'closed';
  enumerationProtection: boolean;
  /** Null: no mails are sent. */
  mail: MailSettings | null;
  /** Whether devices are reminded; `loopback` also sends to this machine, without looking at certificates: for tests. */
  push: 'on' | 'off' | 'loopback';
  /** The storage limit of an account in bytes, unless the operator sets another one. */
  accountQuota: number;
  /** The storage limit of a database in bytes. */
  databaseQuota: number;
  /** Who may open /admin: this machine and holders of the start's token, only the latter, or nobody. */
  admin: 'on' | 'token' | 'off';
  /** The folder of the backup series. */
  backupDir: string;
  /** The bearer token for /metrics; null restricts it to this machine. */
  metricsToken: string | null;
  logLevel: LogLevel;
  maxConnections: number;
  maxConnectionsPerAddress: number;
  requestsPerMinute: number;
}

/** The first database's name in users' home records, whatever its own name is. */
export const FIRST = 'first';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** An error to be shown in the terminal as one sentence; the process exits with code 1. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

type Environment = Record<string, string | undefined>;

/** Reads the environment. Throws a `ConfigError` that names the variable and the expected value. */
export function readConfig(env: Environment): Config {
  return {
    port: whole(env, 'PORT', 8080, 0, 65_535),
    host: read(env, 'HOST') ?? '127.0.0.1',
    dataDir: resolve(read(env, 'DATA_DIR') ?? '.data'),
    followDir: folder(env, 'FOLLOW_DIR'),
    rulesFile: readableFile('RULES', resolve(read(env, 'RULES') ?? 'database.rules.json')),
    instances: instanceNames(read(env, 'DATABASE_INSTANCES') ?? 'daywall'),
    projectId: matching(
      env,
      'PROJECT_ID',
      'daywall',
      /^[a-z0-9-]{1,63}$/,
      'lower-case letters, digits and hyphens',
    ),
    publicUrl: origin(env, 'PUBLIC_URL'),
    trustedProxies: proxies(read(env, 'TRUST_PROXY')),
    allowedHosts: list(env, 'ALLOWED_HOSTS').map(host => host.toLowerCase()),
    allowedOrigins: list(env, 'ALLOWED_ORIGINS').map(text => parseOrigin('ALLOWED_ORIGINS', text).origin),
    signUp: oneOf(env, 'SIGN_UP', ['open', 'closed']),
    enumerationProtection: oneOf(env, 'EMAIL_ENUMERATION_PROTECTION', ['on', 'off']) === 'on',
    mail: mail(env),
    push: oneOf(env, 'PUSH', ['on', 'off', 'loopback']),
    accountQuota: bytes(env, 'ACCOUNT_QUOTA', '75MB'),
    databaseQuota: bytes(env, 'DATABASE_QUOTA', '100GB'),
    admin: oneOf(env, 'ADMIN', ['on', 'token', 'off']),
    backupDir: resolve(read(env, 'BACKUP_DIR') ?? '.backups'),
    metricsToken: token(env, 'METRICS_TOKEN'),
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, 'info'),
    maxConnections: whole(env, 'MAX_CONNECTIONS', 5_000, 1, 1_000_000),
    maxConnectionsPerAddress: whole(env, 'MAX_CONNECTIONS_PER_ADDRESS', 1_000, 1, 1_000_000),
    requestsPerMinute: whole(env, 'REQUESTS_PER_MINUTE', 30_000, 1, 1_000_000_000),
  };
}

/** An empty variable counts as unset, as in `PORT= npm start`. */
function read(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

function folder(env: Environment, name: string): string | null {
  const path = read(env, name);
  return path === undefined ? null : resolve(path);
}

function list(env: Environment, name: string): string[] {
  const parts = (read(env, name) ?? '').split(',');
  return parts.map(part => part.trim()).filter(part => part !== '');
}

function whole(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const text = read(env, name);
  if (text === undefined) return fallback;
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not '${text}'.`);
}

function bytes(env: Environment, name: string, fallback: string): number {
  const text = read(env, name) ?? fallback;
  const value = readBytes(text);
  if (value !== null) return value;
  throw new ConfigError(`${name} must be a size such as 500KB, 20MB or 1.5GB, not '${text}'.`);
}

/** The mail server's address may contain a password, so error messages do not repeat it. */
function mail(env: Environment): MailSettings | null {
  const text = read(env, 'SMTP_URL');
  if (text === undefined) return null;
  const server = readSmtpUrl(text);
  if (!server)
    throw new ConfigError(
      'SMTP_URL must be smtp://USER:PASSWORD@HOST:PORT or smtps://…, with %-codes for signs like @ in a password.',
    );
  const from = read(env, 'MAIL_FROM') ?? server.login?.user ?? '';
  if (isEmail(from) && from.includes('.')) return { ...server, from };
  throw new ConfigError(`MAIL_FROM must be the address that mails come from, not '${from}'.`);
}

/** A secret, which error messages do not repeat. */
function token(env: Environment, name: string): string | null {
  const text = read(env, name);
  if (text === undefined || /^[\w.~+/=-]{16,200}$/.test(text)) return text ?? null;
  throw new ConfigError(`${name} must be 16 to 200 letters, digits and signs of .~+/=_- without blanks.`);
}

function oneOf<T extends string>(
  env: Environment,
  name: string,
  words: readonly [T, ...T[]],
  fallback = words[0],
): T {
  const text = read(env, name) ?? fallback;
  const word = words.find(each => each === text);
  if (word !== undefined) return word;
  throw new ConfigError(`${name} must be one of ${words.join(', ')}, not '${text}'.`);
}

function matching(env: Environment, name: string, fallback: string, pattern: RegExp, words: string): string {
  const text = read(env, name) ?? fallback;
  if (pattern.test(text)) return text;
  throw new ConfigError(`${name} must be made of ${words}, not '${text}'.`);
}

function instanceNames(text: string): [string, ...string[]] {
  const names = text.split(',').map(name => name.trim()) as [string, ...string[]];
  const bad = names.find((name, at) => !/^[a-z0-9-]{1,63}$/.test(name) || (at > 0 && name === FIRST));
  if (bad === undefined && new Set(names).size === names.length) return names;
  throw new ConfigError(
    `DATABASE_INSTANCES must be different names of lower-case letters, digits and hyphens with commas between, none but the first called ${FIRST}, not '${text}'.`,
  );
}

function readableFile(name: string, file: string): string {
  try {
    readFileSync(file);
    return file;
  } catch {
    throw new ConfigError(`${name} must name a file that can be read; '${file}' cannot.`);
  }
}

function origin(env: Environment, name: string): URL | null {
  const text = read(env, name);
  return text === undefined ? null : parseOrigin(name, text);
}

function parseOrigin(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url;
  throw new ConfigError(`${name} must be http:// or https:// and a host, without a path, not '${text}'.`);
}

function proxies(text: string | undefined): number {
  if (text === undefined || /^(0|off|false)$/.test(text)) return 0;
  if (/^(on|true)$/.test(text)) return 1;
  if (/^[1-9]$/.test(text)) return Number(text);
  throw new ConfigError(`TRUST_PROXY must be the number of proxies in front, 0 to 9, not '${text}'.`);
}

/** The host as written in a URL: an IPv6 address in brackets. */
export function urlHost(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}
