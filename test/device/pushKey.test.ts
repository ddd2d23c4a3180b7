import fc from 'fast-check';
import { createRandom } from '../../src/device/browser';
import { createPushKeys } from '../../src/device/browser';

const START = Date.parse('2026-03-10T12:00:00.000Z');

test('Keys are the database’s own kind, in order and unique, whatever the clock does', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -5000, max: 5000 }), { minLength: 2, maxLength: 200 }),
      fc.nat(),
      (steps, seed) => {
        let time = START;
        let drawn = seed;
        const key = createPushKeys(
          () => time,
          limit => (drawn = (drawn * 48271 + 11) % 2147483647) % limit,
        );
        const keys = steps.map(step => {
          time += step;
          return key();
        });
        expect(keys.filter(text => !/^[-0-9A-Z_a-z]{20}$/.test(text))).toEqual([]);
        expect([...new Set(keys)].sort()).toEqual(keys);
      },
    ),
  );
});

test('The first eight characters are the time', () => {
  const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
  const key = createPushKeys(
    () => START,
    () => 0,
  )();
  expect([...key.slice(0, 8)].reduce((time, digit) => time * 64 + ALPHABET.indexOf(digit), 0)).toBe(START);
  expect(key.slice(8)).toBe('------------');
});

test('A key within the same millisecond is the next number, over every digit', () => {
  const key = createPushKeys(
    () => START,
    () => 63,
  );
  const digits = [...Array<number>(10).fill(5), 63, 63];
  const counting = createPushKeys(
    () => START,
    () => digits.shift()!,
  );
  counting();
  expect(counting().slice(8)).toBe('4444444445--');
  // After the last number the key continues in the next millisecond.
  const [last, next] = [key(), key()];
  expect(last.slice(8)).toBe('zzzzzzzzzzzz');
  expect(next).toMatch(/^[-0-9A-Z_a-z]{20}$/);
  expect(next > last).toBe(true);
});

describe('Random numbers', () => {
  afterEach(() => jest.restoreAllMocks());

  test('are whole, below the limit, and all of them are drawn', () => {
    const { below } = createRandom(Date.now);
    const drawn = new Set(Array.from({ length: 500 }, () => below(7)));
    expect([...drawn].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(
      Array.from({ length: 500 }, () => below(10_000_000)).every(value => value >= 0 && value < 10_000_000),
    ).toBe(true);
  });

  test('that would favour small results are drawn again', () => {
    const sequence = [2 ** 32 - 1, 2 ** 32 - 4, 12];
    jest.spyOn(crypto, 'getRandomValues').mockImplementation(array => {
      (array as Uint32Array)[0] = sequence.shift()!;
      return array;
    });
    expect(createRandom(Date.now).below(10)).toBe(2); // values from 4,294,967,290 on would make low numbers more likely
    expect(sequence).toEqual([]);
  });
});
