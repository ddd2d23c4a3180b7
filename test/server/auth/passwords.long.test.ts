import { randomBytes, scryptSync } from 'node:crypto';
import { createPasswords } from '../../../server/auth/passwords/passwords';

const passwords = createPasswords(randomBytes);

it('takes the password that was hashed and no other', async () => {
  const stored = await passwords.hash('pässword ', 'a');
  expect(await passwords.matches('pässword ', stored, 'a')).toBe(true);
  expect(await passwords.matches('pässword', stored, 'a')).toBe(false);
  expect(await passwords.matches('', stored, 'a')).toBe(false);
});

it('salts, so that equal passwords have different hashes', async () => {
  expect(await passwords.hash('same', 'a')).not.toBe(await passwords.hash('same', 'a'));
});

it('reads hashes of another cost, since the cost travels with them', async () => {
  const salt = randomBytes(16);
  const key = scryptSync('old', salt, 32, { N: 1024, r: 4, p: 2 });
  const stored = `scrypt$1024$4$2$${salt.toString('base64url')}$${key.toString('base64url')}`;
  expect(await passwords.matches('old', stored, 'a')).toBe(true);
  expect(await passwords.matches('new', stored, 'a')).toBe(false);
});

it('says no when there is nobody, from the same place in the queue', async () => {
  expect(await passwords.matches('any', undefined, 'a')).toBe(false);
});

const cheap = 'scrypt$16$1$1$c2FsdA$AAAA';
const codeOf = (error: { code: string }) => error.code;

it('works at two at a time in order, and refuses more than 200 of one address', async () => {
  const asked = Array.from({ length: 203 }, (_, i) => passwords.matches(`${i}`, cheap, 'a').catch(codeOf));
  const nobody = passwords.matches('any', undefined, 'a').catch(codeOf);
  expect(await nobody).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
  const answers = await Promise.all(asked);
  expect(answers.filter(answer => answer === 'TOO_MANY_ATTEMPTS_TRY_LATER')).toEqual([answers[202]]);
});

it('refuses what would wait behind 500 of many addresses', async () => {
  const asked = Array.from({ length: 503 }, (_, i) => passwords.matches('', cheap, `${i % 5}`).catch(codeOf));
  expect((await Promise.all(asked)).filter(answer => answer !== false)).toEqual([
    'TOO_MANY_ATTEMPTS_TRY_LATER',
  ]);
});

it('lets addresses take turns, so that a hundred of one hold up no other', async () => {
  const done: string[] = [];
  const ask = (from: string) => passwords.matches('', cheap, from).then(() => done.push(from));
  await Promise.all([...Array.from({ length: 100 }, () => ask('a')), ask('b')]);
  expect(done.indexOf('b')).toBeLessThan(5);
});
