import { resolve } from 'node:path';
import { ConfigError, readConfig } from '../../../server/settings/config';

it('has a default for everything', () => {
  expect(readConfig({})).toEqual({
    port: 8080,
    host: '127.0.0.1',
    dataDir: resolve('.data'),
    followDir: null,
    rulesFile: resolve('database.rules.json'),
    instances: ['daywall'],
    projectId: 'daywall',
    publicUrl: null,
    push: 'on',
    trustedProxies: 0,
    allowedHosts: [],
    allowedOrigins: [],
    signUp: 'open',
    enumerationProtection: true,
    mail: null,
    accountQuota: 75_000_000,
    databaseQuota: 100_000_000_000,
    admin: 'on',
    backupDir: resolve('.backups'),
    metricsToken: null,
    logLevel: 'info',
    maxConnections: 5_000,
    maxConnectionsPerAddress: 1_000,
    requestsPerMinute: 30_000,
  });
});

it('takes an empty variable for one that is not set', () => {
  expect(readConfig({ PORT: '', TRUST_PROXY: ' ' })).toEqual(readConfig({}));
});

test.each([
  ['PORT', '0', { port: 0 }],
  ['DATABASE_INSTANCES', 'a, b', { instances: ['a', 'b'] }],
  ['DATABASE_INSTANCES', 'first,b', { instances: ['first', 'b'] }],
  ['PUBLIC_URL', 'https://tasks.example', { publicUrl: new URL('https://tasks.example/') }],
  ['TRUST_PROXY', '2', { trustedProxies: 2 }],
  ['TRUST_PROXY', 'on', { trustedProxies: 1 }],
  ['TRUST_PROXY', 'off', { trustedProxies: 0 }],
  ['ALLOWED_HOSTS', 'NAS, nas.local:81', { allowedHosts: ['nas', 'nas.local:81'] }],
  [
    'ALLOWED_ORIGINS',
    'https://a.example/, http://b:1',
    { allowedOrigins: ['https://a.example', 'http://b:1'] },
  ],
  ['SIGN_UP', 'closed', { signUp: 'closed' }],
  ['EMAIL_ENUMERATION_PROTECTION', 'off', { enumerationProtection: false }],
  ['ACCOUNT_QUOTA', '1.5 GB', { accountQuota: 1_500_000_000 }],
  ['ADMIN', 'token', { admin: 'token' }],
  ['BACKUP_DIR', '/mnt/b', { backupDir: '/mnt/b' }],
  ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
])('%s=%s is read', (name, value, expected) => {
  expect(readConfig({ [name]: value })).toMatchObject(expected);
});

test.each([
  ['PORT', '80a'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['RULES', '/no/such/file.json'],
  ['DATABASE_INSTANCES', 'a,,b'],
  ['DATABASE_INSTANCES', 'a,a'],
  ['DATABASE_INSTANCES', 'A.B'],
  ['DATABASE_INSTANCES', 'a,first'],
  ['PROJECT_ID', 'My Project'],
  ['PUBLIC_URL', 'tasks.example'],
  ['PUBLIC_URL', 'https://tasks.example/app'],
  ['PUBLIC_URL', 'ftp://tasks.example'],
  ['TRUST_PROXY', '10.0.0.1'],
  ['ALLOWED_ORIGINS', '*'],
  ['SIGN_UP', 'no'],
  ['EMAIL_ENUMERATION_PROTECTION', 'maybe'],
  ['ACCOUNT_QUOTA', '20'],
  ['ACCOUNT_QUOTA', '0MB'],
  ['ADMIN', 'yes'],
  ['LOG_LEVEL', 'loud'],
  ['MAX_CONNECTIONS', '0'],
  ['REQUESTS_PER_MINUTE', 'many'],
])('%s=%s is refused with one sentence that names it', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${name} must .*${value.replace('*', '\\*')}.*\\.$`));
});

const local = { host: '127.0.0.1', port: 587, tls: 'none', login: null, from: 'a@b.example' };
test.each([
  ['smtp://127.0.0.1', local],
  ['smtp://localhost:25/', { ...local, host: 'localhost', port: 25 }],
  ['smtp://[::1]', { ...local, host: '::1' }],
  ['smtp://mail.example', { ...local, host: 'mail.example', tls: 'upgrade' }],
  ['smtp://relay:25?tls=off', { ...local, host: 'relay', port: 25 }],
  ['smtps://mail.example', { ...local, host: 'mail.example', port: 465, tls: 'direct' }],
  [
    'smtps://ann%40b.example:p%3Aw@mail.example:4650',
    {
      ...local,
      host: 'mail.example',
      port: 4650,
      tls: 'direct',
      login: { user: 'ann@b.example', password: 'p:w' },
    },
  ],
])('SMTP_URL=%s is read', (SMTP_URL, mail) => {
  expect(readConfig({ SMTP_URL, MAIL_FROM: 'a@b.example' }).mail).toEqual(mail);
});

it('takes the user of the mail server for the address that mails come from', () => {
  expect(readConfig({ SMTP_URL: 'smtps://ann%40b.example:pw@mail.example' }).mail!.from).toBe(
    'ann@b.example',
  );
});

test.each([
  'mail.example',
  'http://mail.example',
  'smtp://',
  'smtp://u:hidden@mail.example/path',
  'smtp://u:hidden@mail.example?pool=true',
  'smtp://u:hidden%@mail.example',
  'smtps://u:hidden@mail.example?tls=off',
])('SMTP_URL=%s is refused in a sentence that does not repeat its password', SMTP_URL => {
  const read = () => readConfig({ SMTP_URL, MAIL_FROM: 'a@b.example' });
  expect(read).toThrow(/^SMTP_URL must be smtp:/);
  expect(read).not.toThrow(/hidden/);
});

test.each([
  undefined,
  'daywall',
  'a@b.example,c@d.example',
  'Ann <a@b.example>',
  'a@b.example\nBcc: c@d.example',
])('MAIL_FROM=%j is refused', MAIL_FROM => {
  const env = { SMTP_URL: 'smtps://user:pw@mail.example', ...(MAIL_FROM === undefined ? {} : { MAIL_FROM }) };
  expect(() => readConfig(env)).toThrow(/^MAIL_FROM must be the address that mails come from, not '/);
});

test.each(['short', 'has a blank in it here', 'x'.repeat(201)])(
  'METRICS_TOKEN=%s is refused, and not repeated',
  METRICS_TOKEN => {
    const read = () => readConfig({ METRICS_TOKEN });
    expect(read).toThrow(/^METRICS_TOKEN must be 16 to 200 letters/);
    expect(read).not.toThrow(new RegExp(METRICS_TOKEN));
  },
);
