/** The memory that an answer counts for, from its making until its client has read or left it. */
import { budgetsFor } from '../../../../server/database/holding/limits';
import { Answer, answerText } from '../../../../server/database/rest/answer';
import type { RestParts } from '../../../../server/database/rest/rest';
import { weightOf } from '../../../../server/database/tree/node';
import { parseNode } from '../../../../server/database/tree/parse';
import { PLAIN } from '../../../../server/database/tree/text';

const large = parseNode({ a: 'x'.repeat(600_000), b: 'y'.repeat(600_000) }, 0);
const small = parseNode({ a: 1 }, 0);

function begin() {
  const { answered } = budgetsFor(64e6);
  const calls = { hangUp: jest.fn(), evict: jest.fn(), warn: jest.fn() };
  const answer = new Answer({
    budgets: { answered },
    database: { evict: calls.evict },
    log: { warn: calls.warn },
    hangUp: calls.hangUp,
  } as unknown as RestParts);
  const give = (node: typeof large) => {
    answer.take(node);
    const response = answer.response(answerText(node, PLAIN), 200);
    answer.made();
    return response;
  };
  return { answer, answered, calls, give };
}

test('a large answer counts until it is read', async () => {
  const { answered, calls, give } = begin();
  const response = give(large);
  expect(answered.used).toBe(weightOf(large));
  expect(calls.evict).toHaveBeenCalledTimes(1);
  expect(await response.json()).toEqual({ a: 'x'.repeat(600_000), b: 'y'.repeat(600_000) });
  expect(answered.used).toBe(0);
});

test('a large answer counts no more once its client has left', async () => {
  const { answered, give } = begin();
  await give(large).body!.cancel();
  expect(answered.used).toBe(0);
});

test('a small answer counts for nothing', async () => {
  const { answered, calls, give } = begin();
  expect(await give(small).json()).toEqual({ a: 1 });
  expect(answered.used).toBe(0);
  expect(calls.evict).not.toHaveBeenCalled();
});

test('an answer for which there is no memory is refused', () => {
  const { answer, answered, calls } = begin();
  const others = answered.open(() => undefined);
  others.set(answered.bytes);
  others.keep();
  expect(() => answer.take(large)).toThrow('The server is busy.');
  expect(() => answer.response('1', 200)).toThrow('The server is busy.');
  expect(calls.hangUp).not.toHaveBeenCalled();
});

test('an answer that is ended on its way hangs up, and gives no more', async () => {
  const { answered, calls, give } = begin();
  const reader = give(large).body!.getReader();
  const others = answered.open(() => undefined);
  others.keep();
  others.set(answered.bytes);
  expect(calls.hangUp).toHaveBeenCalledTimes(1);
  expect(calls.warn).toHaveBeenCalledTimes(1);
  expect(answered.used).toBe(answered.bytes);
  let length = 0;
  const next = () => Promise.race([reader.read(), new Promise<null>(done => setTimeout(done, 50, null))]);
  for (let part = await next(); part?.value; part = await next()) length += part.value.length;
  expect(length).toBeLessThan(600_000);
});
