import fc from 'fast-check';
import { bucketsBy, type Buckets } from '../../src/lib/days/buckets';

type Item<Id> = { id: Id; word: string };

const ids = {
  numbers: fc.oneof(fc.nat(200), fc.nat(9_999_999)),
  // Database keys may share their last characters, or all but their last.
  keys: fc.oneof(
    fc.constantFrom('', 'a', 'b', 'aa', '__proto__', 'constructor', '-Oabc', 'xxxxxxx', 'yxxxxxxx', '😀'),
    fc.string({ minLength: 20, maxLength: 20 }),
    fc.nat(300).map(at => `-OkeyOfTheDatabase${at}`),
  ),
};

describe.each(Object.entries(ids) as [string, fc.Arbitrary<string | number>][])(
  'Buckets by %s',
  (_name, id) => {
    type Id = string | number;
    const item = fc.record<Item<Id>>({ id, word: fc.constantFrom('a', 'b', 'c') });
    const steps = fc.array(
      fc.oneof(
        { weight: 3, arbitrary: item.map(put => ({ put })) },
        { weight: 1, arbitrary: id.map(remove => ({ remove })) },
      ),
      { maxLength: 150 },
    );
    const buckets = bucketsBy<Item<Id>, Id>(item => item.id);
    type B = Buckets<Item<Id>>;
    const modelOf = (items: readonly Item<Id>[]) => new Map(items.map(item => [item.id, item]));
    const apply = (start: B, model: Map<Id, Item<Id>>, all: ({ put: Item<Id> } | { remove: Id })[]) => {
      let now = start;
      for (const step of all) {
        if ('put' in step) {
          now = buckets.put(now, step.put);
          model.set(step.put.id, step.put);
        } else {
          now = buckets.remove(now, step.remove);
          model.delete(step.remove);
        }
      }
      return now;
    };

    /** Expects at most 64 buckets, each not empty, sorted by id, and frozen JSON. */
    function expectSound(now: B) {
      expect(Object.keys(now).length).toBeLessThanOrEqual(64);
      expect(Object.isFrozen(now)).toBe(true);
      for (const bucket of Object.values(now)) {
        expect(bucket.length).toBeGreaterThan(0);
        for (let at = 1; at < bucket.length; at++) expect(bucket[at - 1]!.id < bucket[at]!.id).toBe(true);
      }
      expect(JSON.parse(JSON.stringify(now))).toEqual(now);
    }

    function expectModel(now: B, model: Map<Id, Item<Id>>) {
      expect(new Map([...buckets.all(now)].map(item => [item.id, item]))).toEqual(model);
      expect([...buckets.all(now)]).toHaveLength(model.size);
      for (const [known, item] of model) expect(buckets.get(now, known)).toEqual(item);
    }

    test('Whatever is put, removed or built at once, they hold what a map holds', () => {
      fc.assert(
        fc.property(fc.array(item, { maxLength: 300 }), steps, id, (first, all, other) => {
          const model = modelOf(first);
          const start = buckets.of(model.values());
          expectSound(start);
          expectModel(start, model);
          const now = apply(start, model, all);
          expectSound(now);
          expectModel(now, model);
          expect(buckets.of([...model.values()].reverse())).toEqual(now);
          expect(buckets.get(now, other)).toEqual(model.get(other));
        }),
        { numRuns: 60 },
      );
    });

    test('A change writes to nothing that was there before', () => {
      fc.assert(
        fc.property(fc.array(item, { maxLength: 60 }), steps, (first, all) => {
          const before = buckets.of(modelOf(first).values());
          const copy = structuredClone(before);
          apply(before, new Map(), all);
          expect(before).toEqual(copy);
        }),
        { numRuns: 60 },
      );
    });

    test('The changes between two versions make one of the other', () => {
      fc.assert(
        fc.property(
          fc.array(item, { maxLength: 60 }),
          fc.array(item, { maxLength: 60 }),
          steps,
          (a, b, all) => {
            const [first, other] = [modelOf(a), modelOf(b)];
            const before = buckets.of(first.values());
            const later = new Map(first);
            for (const [after, expected] of [
              [buckets.of(other.values()), other],
              [apply(before, later, all), later],
            ] as const) {
              const known = new Map(first);
              for (const { type, item: changedItem } of buckets.changes(before, after)) {
                if (type === 'put') known.set(changedItem.id, changedItem);
                else expect(known.delete(changedItem.id)).toBe(true);
              }
              expect(known).toEqual(expected);
            }
          },
        ),
        { numRuns: 60 },
      );
    });
  },
);

describe('Of many items', () => {
  const buckets = bucketsBy<Item<number>, number>(({ id }) => id);
  const many = buckets.of(Array.from({ length: 6400 }, (_, id) => ({ id, word: 'same' })));

  test('a change copies one bucket and shares the rest', () => {
    for (const after of [buckets.put(many, { id: 7, word: 'changed' }), buckets.remove(many, 7)]) {
      const copied = Object.keys(many).filter(name => after[name] !== many[name]);
      expect(copied).toHaveLength(1);
    }
  });

  test('what two versions share is not looked at', () => {
    const looks = bucketsBy<Item<number>, number>(({ id }) => (looked++, id));
    let looked = 0;
    const after = buckets.put(many, { id: 7, word: 'changed' });
    expect([...looks.changes(many, after)]).toEqual([{ type: 'put', item: { id: 7, word: 'changed' } }]);
    // A bucket has 100 items; the id of each is read at most three times.
    expect(looked).toBeLessThanOrEqual(301);
  });

  test('they are spread evenly, by numbers and by keys of the database', () => {
    const keys = bucketsBy<Item<string>, string>(({ id }) => id);
    const random = fc.sample(
      fc.string({ minLength: 12, maxLength: 12, unit: fc.constantFrom(...ALPHABET) }),
      {
        numRuns: 6400,
        seed: 7,
      },
    );
    const ofKeys = keys.of([...new Set(random)].map(id => ({ id: `-Oabcdef${id}`, word: '' })));
    for (const made of [many, ofKeys]) {
      const sizes = Object.values(made).map(bucket => bucket.length);
      expect(sizes).toHaveLength(64);
      expect(Math.max(...sizes)).toBeLessThan(200);
    }
  });

  test('removing what is not there, and the last item, leaves no trace', () => {
    expect(buckets.remove(many, 1_000_000)).toBe(many);
    expect(buckets.remove(buckets.put(buckets.empty, { id: 1, word: '' }), 1)).toEqual({});
  });
});

const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
