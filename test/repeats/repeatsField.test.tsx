import { useState } from 'react';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Choice } from '../../src/repeats/choice';
import { choiceOfText, OTHER_RULE, textOfChoice, type Around } from '../../src/repeats/form/requestedRepeat';
import { RepeatsField } from '../../src/repeats/form/RepeatsField';

/** Tuesday the 30th: the last Tuesday of its month, and a date that February lacks. */
const DAY = '2026-06-30';

function show(value: Choice | string = '', around: Partial<Around> = {}) {
  const said: { text: string; due: string | null } = { text: '', due: null };
  function Form() {
    const [text, setText] = useState(typeof value === 'string' ? value : textOfChoice(value));
    const change = (next: string, due: string | null) => {
      Object.assign(said, { text: next, due });
      setText(next);
    };
    return (
      <RepeatsField
        value={text}
        around={{ due: DAY, today: DAY, weekStart: 1, ...around }}
        onChange={change}
      />
    );
  }
  render(<Form />);
  const choose = (label: string, option: string) =>
    userEvent.selectOptions(screen.getByLabelText(label), option);
  const set = (label: string, next: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value: next } });
  return { said, choose, set, choice: () => choiceOfText(said.text) };
}
const words = () => screen.getByRole('group', { name: 'Repeats' }).querySelector('p[aria-live]')!.textContent;

test.each<[string, Choice, RegExp]>([
  ['Every day', { every: 'day', n: 1 }, /^Every day\. Next: today · tomorrow · /],
  ['Every weekday', { every: 'workday', n: 1 }, /^Every weekday\. Next: today · tomorrow · Thu 2 Jul · /],
  ['Every week', { every: 'week', n: 1, weekdays: [2] }, /^Every Tuesday\. Next: today · Tue 7 Jul · /],
  [
    'Every month',
    { every: 'month', n: 1, on: { type: 'dates', dates: [30] } },
    /^Every month on the 30th\. Next: today · Thu 30 Jul · /,
  ],
  [
    'Every year',
    { every: 'year', n: 1, month: 6, on: { type: 'dates', dates: [30] } },
    /^Every year on 30 June\. Next: today · Wed 30 Jun 2027 · /,
  ],
  ['After it is done', { every: 'after', unit: 'day', n: 1 }, /^1 day after it is done\. First: today\./],
])('%s begins on the due day, and is said in words', async (name, choice, sentence) => {
  const form = show();
  await form.choose('How often', name);
  expect(form.choice()).toEqual(choice);
  expect(form.said.due).toBe(DAY);
  expect(words()).toMatch(sentence);
  await form.choose('How often', 'Never');
  expect(form.said).toEqual({ text: '', due: null });
});

test('Another choice keeps how many and the end', async () => {
  const form = show({ every: 'week', n: 2, weekdays: [2], end: { until: '2026-12-31' } });
  await form.choose('How often', 'Every month');
  expect(form.choice()).toMatchObject({ n: 2, end: { until: '2026-12-31' } });
});

test.each([
  ['Every how many days', '3', true],
  ['Every how many days', '0', false],
  ['Every how many days', '', false],
  ['Every how many days', '1.5', false],
  ['Every how many days', '1000', false],
  ['How many times', '999', true],
  ['How many times', '0', false],
  ['How many times', '1000', false],
])('%s: %s stays as it was typed, and is refused where it must be', (label, typed, isTaken) => {
  const form = show({ every: 'day', n: 2, end: { times: 2 } });
  form.set(label, typed);
  const field = screen.getByLabelText(label);
  expect(field).toHaveDisplayValue(typed);
  if (isTaken) expect(words()).toMatch(/^Every /);
  else expect(field).toHaveAccessibleDescription(/^A whole number from 1 to/);
});

test('What counts from the tick has a unit, which is said as many', async () => {
  const form = show({ every: 'after', unit: 'day', n: 3 });
  await form.choose('Unit', 'months');
  expect(form.choice()).toEqual({ every: 'after', unit: 'month', n: 3 });
  expect(words()).toMatch(/^3 months after it is done\./);
});

test('Of the days of a week one stays, and they begin as the person’s week does', async () => {
  const form = show({ every: 'week', n: 1, weekdays: [2] }, { weekStart: 0 });
  expect(screen.getAllByRole('checkbox').map(box => box.getAttribute('aria-label')![0])).toEqual([
    ...'SMTWTFS',
  ]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Tuesday' }));
  expect(screen.getByRole('checkbox', { name: 'Tuesday' })).toBeChecked();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Thursday' }));
  expect(form.choice()).toMatchObject({ weekdays: [2, 4] });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Tuesday' }));
  expect(form.choice()).toMatchObject({ weekdays: [4] });
  expect(form.said.due).toBe('2026-07-02');
});

test.each([
  ['The last day', { type: 'last' }, '2026-06-30'],
  ['The last weekday', { type: 'lastWorkday' }, '2026-06-30'],
  ['The last Tuesday', { type: 'nth', nths: [-1], weekday: 2 }, '2026-06-30'],
])('A month has %s', async (name, on, due) => {
  const form = show({ every: 'month', n: 1, on: { type: 'dates', dates: [30] } });
  await form.choose('On', name);
  expect(form.choice()).toMatchObject({ on });
  expect(form.said.due).toBe(due);
});

test.each([
  ['month', '2026-03-31', ['The last day', 'The last weekday', 'The last Tuesday']],
  ['month', '2026-04-30', ['The 30th', 'The last day', 'The last weekday', 'The last Thursday']],
  ['year', '2026-04-30', ['The 30th', 'The last weekday', 'The last Thursday']],
  ['year', '2028-02-29', ['The 29th', 'The last weekday', 'The last Tuesday']],
  [
    'year',
    '2026-02-28',
    ['The 28th', 'The last day', 'The last weekday', 'The 4th Saturday', 'The last Saturday'],
  ],
] as const)('The days of a %s from %s are each offered once', async (every, due, names) => {
  const form = show('', { due });
  await form.choose('How often', `Every ${every}`);
  expect(
    within(screen.getByLabelText('On'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(names);
});

test('A rule that was made on another day shows that day among its choices', () => {
  show({ every: 'month', n: 1, on: { type: 'dates', dates: [1, 15] } });
  expect(screen.getByLabelText('On')).toHaveDisplayValue('The 1st and 15th');
});

test('It ends on a day or after so many times, and says when it never comes', async () => {
  const form = show({ every: 'day', n: 1 });
  await form.choose('Ends', 'After a number of times');
  form.set('How many times', '3');
  expect(form.choice()).toMatchObject({ end: { times: 3 } });
  expect(words()).toMatch(/^Every day, 3 times\. Next: today · tomorrow · Thu 2 Jul\. /);
  await form.choose('Ends', 'On a day');
  expect(form.choice()).toMatchObject({ end: { until: '2027-06-30' } });
  form.set('Last day', '2026-06-01');
  expect(words()).toMatch(/^This never comes/);
  form.set('Last day', '');
  expect(form.choice()).toMatchObject({ end: { until: '2026-06-01' } });
  await form.choose('Ends', 'Never');
  expect(form.choice()).not.toHaveProperty('end');
});

test('A rule of another program is named as that, and can be replaced', async () => {
  const form = show(OTHER_RULE);
  expect(screen.getByLabelText('How often')).toHaveDisplayValue('A rule from another app');
  await form.choose('How often', 'Every day');
  expect(screen.queryByRole('option', { name: 'A rule from another app' })).toBeNull();
});
