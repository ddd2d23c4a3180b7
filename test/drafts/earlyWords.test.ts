import { openEarlyWords } from '../../src/drafts/store/earlyWords';

const open = (pageId: string) => openEarlyWords({ storageOf: () => localStorage, pageId });
const line = { userId: 'anna' };
const form = { userId: 'anna', form: 'task/new' } as const;

beforeEach(() => localStorage.clear());

/** Ends a page with text in a field. */
function leave(pageId: string, field: typeof line | typeof form, words: string) {
  const page = open(pageId);
  page.hold({ ...field, words });
  page.handOver();
}

test.each([
  ['the line', line, form],
  ['the form', form, line],
])('What two tabs leave in %s is there in the next page, whatever it asks first', (_, field, other) => {
  leave('a', field, 'Milk');
  leave('b', field, 'Bread');
  const next = open('c');
  expect(next.words(other)).toEqual([]);
  expect(next.words(field)).toEqual(['Milk', 'Bread']);
});

test('A page that ends too early leaves all words to the next, its own behind', () => {
  leave('a', form, 'Mi');
  leave('b', form, 'l');
  const next = open('c');
  next.hold({ ...form, words: 'k' });
  expect(next.words(form)).toEqual(['Mi', 'l', 'k']);
  next.handOver();
  expect(open('d').words(form)).toEqual(['Mi', 'l', 'k']);
});

test('A field that does not come drops its page’s letters; one that comes releases all', () => {
  leave('a', form, 'Mi');
  const next = open('b');
  next.hold({ ...form, words: 'x' });
  next.drop(form);
  expect(next.words(form)).toEqual(['Mi']);
  next.release(form);
  next.handOver();
  expect(open('c').words(form)).toEqual([]);
  expect(Object.keys(localStorage)).toEqual([]);
});

test('Another user has none of them', () => {
  leave('a', line, 'Milk');
  expect(open('b').words({ userId: 'bert' })).toEqual([]);
});

test('A field that was emptied leaves nothing to the next page', () => {
  leave('a', line, 'Milk');
  const next = open('b');
  next.hold({ ...line, words: 'Bread' });
  next.hold({ ...line, words: '' });
  next.handOver();
  expect(open('c').words(line)).toEqual(['Milk']);
});
