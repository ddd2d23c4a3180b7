import { GROUPS, type Entry } from '../../src/find/index/entry';
import { MAX_RESULTS, openEntryIndex } from '../../src/find/index/entryIndex';

const entry = (key: string, title: string, more: Partial<Entry> = {}): Entry => ({
  key,
  title,
  text: '',
  group: GROUPS.open,
  since: '-a',
  ...more,
});

function indexOf(...entries: Entry[]) {
  const index = openEntryIndex();
  index.change({ put: entries, gone: [] });
  return { ...index, keys: (query: string) => index.find(query).map(({ key }) => key) };
}

describe('What is found', () => {
  const index = indexOf(
    entry('plants', 'Water the plants', { text: 'All of them, the café’s too' }),
    entry('train', 'Train to Kraków'),
  );

  it.each([
    ['water', ['plants']],
    ['ater', ['plants']],
    ['krakow', ['train']],
    ['cafe', ['plants']],
    ['café’s', ['plants']],
    ['water cafe', ['plants']],
    ['t', ['plants', 'train']],
    ['water krakow', []],
    ['plamts', ['plants']],
    ['pants', ['plants']],
    ['pllants', ['plants']],
    ['wtaer', ['plants']],
    ['krakwo train', ['train']],
    ['tranis', []],
    ['wtre', []],
    ['', []],
    ['  … ', []],
  ])('by %j is %j', (query, keys) => {
    expect(index.keys(query)).toEqual(keys);
  });
});

describe('What repeats', () => {
  const repeat = {
    rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;WKST=MO',
    first: '2026-03-10',
    at: '2026-03-10',
  };
  const index = indexOf(
    entry('bins', 'Bins', { text: 'Blue', repeat }),
    entry('filter', 'Filter', { repeat: { ...repeat, rule: 'FREQ=MONTHLY;INTERVAL=3', after: true } }),
    entry('once', 'Every Tuesday in the title'),
  );

  it.each([
    ['repeats', ['bins', 'filter']],
    ['every tue', ['once', 'bins']],
    ['every 2 weeks', ['bins']],
    ['3 months after', ['filter']],
    ['repeats blue thursday', ['bins']],
  ])('is found by the words of its rule: %j', (query, keys) => expect(index.keys(query)).toEqual(keys));

  it('shows these words', () => {
    expect(index.find('every 2 weeks')[0]!.excerpt?.text).toContain(
      'repeats every 2 weeks on Tuesday and Thursday',
    );
    const changed = indexOf(entry('bins', 'Bins', { repeat }));
    changed.change({ put: [entry('bins', 'Bins')], gone: [] });
    expect(changed.keys('repeats')).toEqual([]);
  });
});

describe('What comes first', () => {
  it.each<[string, Entry, Entry]>([
    ['the title before the text', entry('1', 'garden shed'), entry('2', 'Letter', { text: 'garden' })],
    ['a whole word before its beginning', entry('1', 'The garden'), entry('2', 'The gardener')],
    ['a beginning before the middle', entry('1', 'Gardens'), entry('2', 'Kindergarden')],
    [
      'part of a title’s word before a whole word in the text',
      entry('1', 'Kindergardens'),
      entry('2', 'Letter', { text: 'garden' }),
    ],
    ['late before early', entry('1', 'garden', { since: '-b' }), entry('2', 'garden', { since: '-a' })],
    [
      'what is open before what is done',
      entry('1', 'garden', { since: '-a' }),
      entry('2', 'garden', { since: '2026-01-01', group: GROUPS.done }),
    ],
    [
      'a command before what somebody wrote',
      entry('1', 'garden', { since: '', group: GROUPS.command }),
      entry('2', 'garden', { since: '~' }),
    ],
  ])('is %s', (_why, first, second) => {
    expect(indexOf(first, second).keys('garden')).toEqual(['1', '2']);
    expect(indexOf(second, first).keys('garden')).toEqual(['1', '2']);
  });

  it('is the best of many, however many there are', () => {
    const many = Array.from({ length: 500 }, (_, n) =>
      entry(`${n}`, 'garden', { since: `-${String((n * 7) % 500).padStart(3, '0')}` }),
    );
    const found = indexOf(...many).find('garden');
    const since = found.map(({ key }) => many[Number(key)]!.since);
    expect(found).toHaveLength(MAX_RESULTS);
    expect(since).toEqual([...since].sort().reverse());
    expect(since[0]).toBe('-499');
  });
});

it('Title and text are answered with the match marked; others are left out', () => {
  const index = indexOf(entry('1', 'Water', { text: 'the water' }), entry('2', 'Water', { text: 'dry' }));
  expect(index.find('wat')).toEqual([
    {
      key: '1',
      title: { text: 'Water', matches: [[0, 3]] },
      excerpt: { text: 'the water', matches: [[4, 7]] },
    },
    { key: '2', title: { text: 'Water', matches: [[0, 3]] }, excerpt: null },
  ]);
  expect(index.find('wtaer').map(({ title }) => title.matches)).toEqual([[[0, 5]], [[0, 5]]]);
});

describe('A change', () => {
  it('is found by its new words, and by none of the old', () => {
    const index = indexOf(entry('1', 'bread'), entry('2', 'bread'));
    index.change({ put: [entry('1', 'milk')], gone: ['2', 'unknown'] });
    expect(index.keys('bread')).toEqual([]);
    expect(index.keys('milk')).toEqual(['1']);
  });

  it('is found among the letters that were just typed', () => {
    const index = indexOf(entry('1', 'bread'));
    expect(index.keys('br')).toEqual(['1']);
    index.change({ put: [entry('2', 'brave')], gone: [] });
    expect(index.keys('bra')).toEqual(['2']);
    expect(index.keys('br')).toHaveLength(2);
  });

  it('may come thousands of times: what is gone is forgotten in the end', () => {
    const index = indexOf(entry('kept', 'bread'));
    for (let n = 0; n < 3000; n++) index.change({ put: [entry('changed', `milk ${n}`)], gone: [] });
    expect(index.keys('milk')).toEqual(['changed']);
    expect(index.keys('2999')).toEqual(['changed']);
    expect(index.keys('2998')).toEqual([]);
    expect(index.keys('bread')).toEqual(['kept']);
  });
});
