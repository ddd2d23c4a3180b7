import { readOfficialAnswers, recordIdentityCalls } from '../../support/clients/identityCalls';
import { startHere } from '../../support/server/serverHere';

type Answer = { status: number; body: Record<string, unknown> };
const wordOf = ({ status, body }: Answer) =>
  `${status} ${(body['error'] as { message: string } | undefined)?.message ?? 'answered'}`;

/**
 * `officialAnswers.jsonl` has the answers of Firebase's own Auth emulator to the calls of
 * `test/support/clients/identityCalls.ts`; `npm run test:hosted` checks that they are up to date. The embedded server
 * differs here, for these reasons.
 */
const differences: Record<string, { ours: string; why: string }> = {
  'refreshes with a token of before': {
    ours: '400 TOKEN_EXPIRED',
    why: 'Hosted Firebase ends all sessions at a new password; the emulator forgets to.',
  },
  'refreshes what is deleted': {
    ours: '400 TOKEN_EXPIRED',
    why: 'Of a deleted account no token is kept to be known by; to the SDK both words end the session.',
  },
  'asks for a new password of no address': {
    ours: '400 INVALID_EMAIL',
    why: 'The protocol has this word; the emulator looks for an account and does not read the address.',
  },
  'asks for what there is not': { ours: '404 Method not found.', why: 'Words for programmers.' },
  'asks in no JSON': {
    ours: '400 Invalid JSON payload received. Unexpected token.',
    why: 'The emulator adds the words of its JSON parser.',
  },
};

/** The emulator's own salt, and an error's `reason` and `domain`, which no client reads. */
const inessential = new Set(['salt', 'errors']);
const essential = (body: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(body, (key, value: unknown) => (inessential.has(key) ? undefined : value)));

describe.each(['on', 'off'] as const)('With e-mail enumeration protection %s the embedded server', mode => {
  it('answers as the official emulator does, but for the differences named here', async () => {
    const server = await startHere({ env: { EMAIL_ENUMERATION_PROTECTION: mode } });
    const own = (await recordIdentityCalls(server.url)) as Record<string, Answer>;
    await server.stop();
    const expected = readOfficialAnswers()[mode] as Record<string, Answer>;
    expect(Object.keys(own)).toEqual(Object.keys(expected));
    for (const [name, answer] of Object.entries(expected)) {
      const difference = differences[name];
      const actual = own[name]!;
      expect([name, wordOf(actual)]).toEqual([name, difference?.ours ?? wordOf(answer)]);
      if (difference) expect([name, wordOf(answer)]).not.toEqual([name, difference.ours]);
      else expect({ [name]: actual.body }).toMatchObject({ [name]: essential(answer.body) });
    }
  });
});
