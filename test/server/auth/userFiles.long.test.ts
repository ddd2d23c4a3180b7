import { firebaseScrypt } from '../../../server/auth/passwords/firebaseScrypt';
import { readHashing } from '../../../server/auth/passwords/hashing';
import type { UserFile } from '../../../server/auth/userFiles';
import { askControl } from '../../../server/storage/control';
import type { Json } from '../../../server/lib/types';
import { signIn, signUp } from '../../support/clients/identity';
import { startHere, type ServerHere } from '../../support/server/serverHere';

/** The example of https://github.com/firebase/scrypt: a project's parameters and one of its accounts. */
const project = {
  base64_signer_key:
    'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  base64_salt_separator: 'Bw==',
  rounds: 8,
  mem_cost: 14,
};
const documented = {
  localId: 'hosted1',
  email: 'User1@example.com',
  salt: '42xEC+ixf3L2lw==',
  passwordHash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  createdAt: '1500000000000',
};

it('hashes as hosted Firebase does: the documented example', async () => {
  const hash = await firebaseScrypt('user1password', Buffer.from(documented.salt, 'base64'), project);
  expect(hash.toString('base64')).toBe(documented.passwordHash);
});

it('reads hash parameters as the console shows them, and as auth:import takes them', () => {
  const hashConfig = `hash_config {\n  algorithm: SCRYPT,\n  base64_signer_key: ${project.base64_signer_key},
  base64_salt_separator: Bw==,\n  rounds: 8,\n  mem_cost: 14,\n}`;
  expect(readHashing(hashConfig)).toEqual({ hosted: project });
  const given =
    '--hash-algo=STANDARD_SCRYPT\n--mem-cost=32768\n--parallelization=1\n--block-size=8\n--dk-len=32';
  expect(readHashing(given)).toEqual({ cost: { N: 32768, r: 8, p: 1 } });
  expect(() => readHashing('algorithm: BCRYPT')).toThrow('BCRYPT is not known here');
  expect(() => readHashing('algorithm: SCRYPT, rounds: 8')).toThrow('have no base64_signer_key');
  expect(() => readHashing(hashConfig.replace('14', '40'))).toThrow(
    'mem_cost must be a whole number from 1 to 14',
  );
});

describe('a server', () => {
  let server: ServerHere;
  beforeEach(async () => (server = await startHere({ dearPasswords: true })));
  afterEach(() => server.stop());

  const importInto = (to: ServerHere, users: object[], hashing: object) =>
    askControl(to.dataDir, 'users import', { users, hashing } as unknown as Json);
  const exportOf = async (from: ServerHere) =>
    (await askControl(from.dataDir, 'users export')) as unknown as UserFile[];

  it('signs a user of hosted Firebase in with their password, and hashes it anew', async () => {
    expect(await importInto(server, [documented], { hosted: project })).toBe('1 of 1 users are imported.');
    const before = (await exportOf(server))[0]!;
    expect(before.options).toBe(
      `--hash-algo=SCRYPT --hash-key=${project.base64_signer_key} --salt-separator=Bw== --rounds=8 --mem-cost=14`,
    );
    expect(before.users[0]).toMatchObject({ ...documented, email: 'user1@example.com' });
    await expect(signIn(server.url, 'user1@example.com', 'user2password')).rejects.toThrow('INVALID_LOGIN');
    await expect(signIn(server.url, 'user1@example.com', 'user1password')).resolves.toMatchObject({
      localId: 'hosted1',
    });
    expect((await exportOf(server))[0]!.options).toContain('--hash-algo=STANDARD_SCRYPT --mem-cost=32768');
    await server.restart();
    await expect(signIn(server.url, 'user1@example.com', 'user1password')).resolves.toBeDefined();
  });

  it('takes everyone over from another one, with ids and passwords, or says who not', async () => {
    const { localId } = await signUp(server.url, 'ann@example.com', ' spaces ');
    const [{ users, options }] = (await exportOf(server)) as [UserFile];
    expect(users).toEqual([
      {
        localId,
        email: 'ann@example.com',
        emailVerified: false,
        passwordHash: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
        salt: expect.stringMatching(/^[A-Za-z0-9+/]{22}==$/),
        createdAt: expect.stringMatching(/^\d{13}$/),
        lastSignedInAt: expect.stringMatching(/^\d{13}$/),
        disabled: false,
      },
    ]);
    const other = await startHere();
    const hashing = readHashing(options.replaceAll(' ', '\n'));
    const strangers = [{ localId: 'a/b', email: 'x@example.com' }, { localId: 'nobody' }];
    expect(await importInto(other, [...users, ...users, ...strangers], hashing)).toBe(
      [
        '1 of 4 users are imported.',
        'Left out: ann@example.com: is here already',
        'Left out: x@example.com: has no id that can be a key of the database',
        'Left out: nobody: has no e-mail',
      ].join('\n'),
    );
    await expect(signIn(other.url, 'ann@example.com', ' spaces ')).resolves.toMatchObject({ localId });
    await other.stop();
  });

  it('leaves out a user of whom no start could read the account', async () => {
    const wrong = [
      { displayName: 5 },
      { photoUrl: [] },
      { passwordHash: 5 },
      { salt: 5, passwordHash: 'AA==' },
    ];
    const users = wrong.map((field, index) => ({
      localId: `w${index}`,
      email: `w${index}@example.com`,
      ...field,
    }));
    const ancient = { localId: 'old', email: 'old@example.com', createdAt: '1e400' };
    const answer = await importInto(server, [...users, ancient, { email: 5 }], { hosted: project });
    expect(answer).toContain('1 of 6 users are imported.');
    expect(answer).toContain('Left out: w0@example.com: has a field of a wrong kind');
    await server.restart();
    expect(await askControl(server.dataDir, 'users list')).toHaveLength(1);
  });

  it('makes an account without a password of a user without one, for a reset', async () => {
    const user = { localId: 'link1', email: 'link@example.com' };
    expect(await importInto(server, [user], { hosted: project })).toBe('1 of 1 users are imported.');
    await expect(signIn(server.url, 'link@example.com', '')).rejects.toThrow('MISSING_PASSWORD');
    expect(await askControl(server.dataDir, 'users reset', 'link@example.com')).toContain('oobCode=');
  });
});
