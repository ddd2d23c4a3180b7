import { inNextFrame } from '../../src/components/hooks/inNextFrame';

const frame = () => new Promise(requestAnimationFrame);
const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));

test('It works in the next frame, once', async () => {
  const work = jest.fn();
  inNextFrame(work);
  expect(work).toHaveBeenCalledTimes(0);
  await frame();
  press();
  expect(work).toHaveBeenCalledTimes(1);
});

test('A key that is pressed before the frame finds the work done', async () => {
  const done: string[] = [];
  const hear = () => done.push('key');
  document.body.addEventListener('keydown', hear);
  inNextFrame(() => done.push('work'));
  press();
  await frame();
  expect(done).toEqual(['work', 'key']);
  document.body.removeEventListener('keydown', hear);
});

test('What is stopped never works', async () => {
  const work = jest.fn();
  inNextFrame(work)();
  press();
  await frame();
  expect(work).not.toHaveBeenCalled();
});
