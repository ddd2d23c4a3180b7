import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isEmail } from './lib/email';
import { readBytes } from './lib/bytes';
import { readSmtpUrl, type MailSettings } from './mail/settings';

/** The settings of the environment, checked and typed. Everything else is handed down from here. */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** The folder that a follower writes every commit into; null when none is expected. */
  followDir: string | null;
  rulesFile: string;
  instances: [string, ...string[]];
  projectId: string;
  /** Where the world reaches the server, when that is not where it listens: `https://tasks.example`. */
  publicUrl: URL | null;
  /** How many proxies stand in front; 0 trusts no forwarded header. */
  trustedProxies: number;
  allowedHosts: string[];
  allowedOrigins: string[];
  signUp: 'open' | 'closed';
  enumerationProtection: boolean;
  /** Null: nobody is sent a mail. */
  mail: MailSettings | null;
  /** Bytes that an account may store, unless the operator gave it a share of its own. */
  accountQuota: number;
  /** Bytes that a database may store in all. */
  databaseQuota: number;
  /** Who sees /admin: this machine and who has the token of the start, the latter alone, or nobody. */
  admin: 'on' | 'token' | 'off';
  /** The folder of the series of backups. */
  backupDir: string;
  /** Who sends it as `Authorization: Bearer` may read /metrics; null lets nobody do so but this machine. */
  metricsToken: string | null;
  logLevel: LogLevel;
  maxConnections: number;
  maxConnectionsPerAddress: number;
  requestsPerMinute: number;
}

/** The name of the first database in users' homes, whatever its own name is. */
export const FIRST = 'first';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** A sentence for the person at the terminal; the process ends with it and code 1. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

type Environment = Record<string, string | undefined>;

/** Reads the environment. Throws `ConfigError` with a sentence that names the variable and what it should be. */
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
    accountQuota: bytes(env, 'ACCOUNT_QUOTA', '20MB'),
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

/** An empty variable counts as one that is not set, as in a shell's `PORT= npm start`. */
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

/** The address of a mail server may hold a password, so that no sentence repeats it. */
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

/** A secret, which no sentence repeats. */
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

/** The host as it stands in a URL: an IPv6 address in brackets. */
export function urlHost(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}
