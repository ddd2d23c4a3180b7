import { randomBytes, scryptSync } from 'node:crypto';
import { createPasswords } from '../../../server/auth/passwords';

const passwords = createPasswords(randomBytes);

it('takes the password that was hashed and no other', async () => {
  const stored = await passwords.hash('pässword ');
  expect(await passwords.matches('pässword ', stored)).toBe(true);
  expect(await passwords.matches('pässword', stored)).toBe(false);
  expect(await passwords.matches('', stored)).toBe(false);
});

it('salts, so that equal passwords have different hashes', async () => {
  expect(await passwords.hash('same')).not.toBe(await passwords.hash('same'));
});

it('reads hashes of another cost, since the cost travels with them', async () => {
  const salt = randomBytes(16);
  const key = scryptSync('old', salt, 32, { N: 1024, r: 4, p: 2 });
  const stored = `scrypt$1024$4$2$${salt.toString('base64url')}$${key.toString('base64url')}`;
  expect(await passwords.matches('old', stored)).toBe(true);
  expect(await passwords.matches('new', stored)).toBe(false);
});

it('says no when there is nobody, from the same place in the queue', async () => {
  expect(await passwords.matches('any', undefined)).toBe(false);
  const busy = Array.from({ length: 502 }, () => passwords.matches('', 'scrypt$16$1$1$c2FsdA$AAAA'));
  await expect(passwords.matches('any', undefined)).rejects.toMatchObject({
    code: 'TOO_MANY_ATTEMPTS_TRY_LATER',
  });
  await Promise.all(busy);
});

it('works at two at a time in order, and refuses what would wait behind 500', async () => {
  const asked = Array.from({ length: 503 }, (_, i) =>
    passwords.matches(`${i}`, 'scrypt$16$1$1$c2FsdA$AAAA').catch((error: { code: string }) => error.code),
  );
  const answers = await Promise.all(asked);
  expect(answers.filter(answer => answer === 'TOO_MANY_ATTEMPTS_TRY_LATER')).toEqual([answers[502]]);
});
