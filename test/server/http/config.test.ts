import { resolve } from 'node:path';
import { ConfigError, readConfig } from '../../../server/config';

it('has a default for everything', () => {
  expect(readConfig({})).toEqual({
    port: 8080,
    host: '127.0.0.1',
    dataDir: resolve('.data'),
    rulesFile: resolve('database.rules.json'),
    instances: ['daywall'],
    projectId: 'daywall',
    publicUrl: null,
    trustedProxies: 0,
    allowedHosts: [],
    allowedOrigins: [],
    signUp: 'open',
    enumerationProtection: true,
    accountQuota: 20_000_000,
    databaseQuota: 100_000_000_000,
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
  ['LOG_LEVEL', 'loud'],
  ['MAX_CONNECTIONS', '0'],
  ['REQUESTS_PER_MINUTE', 'many'],
])('%s=%s is refused with one sentence that names it', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${name} must .*${value.replace('*', '\\*')}.*\\.$`));
});
