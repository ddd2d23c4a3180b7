import { createStore } from '../../src/app/store';
import { selectSettings, settingsArrived } from '../../src/settings/settingsSlice';
import { listProblem, selectKeptTags, selectTagColours, tagChosen, tagKept } from '../../src/tags/keptTags';

const open = () => {
  const { store } = createStore();
  const settings = () => selectSettings(store.getState());
  const kept = () => selectKeptTags(store.getState());
  const keep = (tag: string, more: { at?: number; word?: string } = {}) =>
    store.dispatch(tagKept(settings(), kept(), { tag, ...more }));
  return { store, settings, kept, keep, names: () => kept().map(({ tag }) => tag) };
};

it('Tags are kept behind the others, and moved among them by one setting', () => {
  const { keep, names, settings } = open();
  for (const tag of ['garden', 'house', 'two-words']) keep(tag);
  expect(names()).toEqual(['garden', 'house', 'two-words']);
  keep('two-words', { at: 0 });
  expect(names()).toEqual(['two-words', 'garden', 'house']);
  const before = settings();
  keep('garden', { at: 2 });
  expect(names()).toEqual(['two-words', 'house', 'garden']);
  const changed = Object.entries(settings()).filter(([name, value]) => before[name as 'tag-a'] !== value);
  expect(changed.map(([name]) => name)).toEqual(['tag-garden']);
  keep('new', { at: 1, word: 'New' });
  expect(names()).toEqual(['two-words', 'new', 'house', 'garden']);
  expect(settings()['tag-new']).toMatchObject({ word: 'New' });
});

it('A tag that leaves the sidebar keeps its colour', () => {
  const { store, keep, names, settings } = open();
  keep('garden');
  store.dispatch(tagChosen(settings(), 'garden', { ...settings()['tag-garden'], colour: 'red' }));
  expect(selectTagColours(store.getState())).toEqual({ garden: 'red' });
  store.dispatch(tagChosen(settings(), 'garden', { colour: 'red' }));
  expect([names(), settings()]).toEqual([[], { 'tag-garden': { colour: 'red' } }]);
  store.dispatch(tagChosen(settings(), 'garden', {}));
  expect(settings()).toEqual({});
});

it('Settings of tags that nobody can read are left out', () => {
  const { store, names } = open();
  store.dispatch(
    settingsArrived({
      'tag-garden': { place: 'a0' },
      'tag-गाँव': { place: 'a1' },
      'tag-work': { place: 'a0' },
      'tag-home': { place: '0' },
      'tag-loud': { place: 'a0', colour: 'loud' },
      'tag-other': { place: 'a0', word: 'Not it' },
      'tag-words': 'a0',
    }),
  );
  expect(names()).toEqual(['garden', 'गाँव']);
});

it.each([
  ['Garden', null],
  ['two words', null],
  ['Дача', null],
  ['#庭', null],
  ['Work', 'Personal and Work are there already.'],
  ['fff', 'That would be read as a colour. Choose another name.'],
  ['2nd home', 'Begin with a letter, and use letters, digits and blanks only.'],
  ['A & B', 'Begin with a letter, and use letters, digits and blanks only.'],
])('A list can be called %s: %s', (name, problem) => {
  expect(listProblem(name)).toBe(problem);
});
