import { InOrder } from '../../../../server/database/socket/inOrder';

test('A step runs at once, or behind the one that runs, even if that fails', async () => {
  const steps = new InOrder();
  const done: string[] = [];
  const failed = (error: unknown) => done.push(String(error));
  const add = (name: string, step?: () => Promise<void>) =>
    steps.add(() => {
      done.push(name);
      return step?.();
    }, failed);
  add('first');
  expect(done).toEqual(['first']);
  add('slow', () => Promise.reject('refused'));
  add('behind');
  expect(done).toEqual(['first', 'slow']);
  await new Promise(setImmediate);
  expect(done).toEqual(['first', 'slow', 'refused', 'behind']);
  add('last');
  expect(done.at(-1)).toBe('last');
});
