/** @jest-environment ./test/support/jest/jsdom-env.cjs */
import { showLook } from '../../src/settings/look';
import { settingsOf, withChanges } from '../../src/settings/settings';
import { firstDayOfLocale } from '../../src/lib/days/weekStart';

const all = { theme: 'dark', textSize: 'large', firstPage: 'day', firstDayOfWeek: 0 };

describe('Stored settings', () => {
  test('are read as they are', () => {
    expect(settingsOf(all)).toEqual(all);
    expect(settingsOf({})).toEqual({});
    expect(settingsOf(null)).toEqual({});
  });

  test.each([
    [{ theme: 'blue' }],
    [{ theme: true }],
    [{ theme: { light: 'dark' } }],
    [{ theme: null }],
    [{ textSize: 99 }],
    [{ firstPage: 'javascript:alert(1)' }],
    [{ firstPage: '__proto__' }],
    [{ firstDayOfWeek: 7 }],
    [{ firstDayOfWeek: '1' }],
    [{ constructor: 'dark', sound: 'loud' }],
  ])('that nobody knows are left out: %j', garbage => {
    expect(settingsOf(garbage)).toEqual({});
    expect(settingsOf({ ...garbage, firstDayOfWeek: 3 })).toEqual({ firstDayOfWeek: 3 });
  });

  test('that are an array, as a database answers keys that are whole numbers, are none', () => {
    expect(settingsOf(['dark', 'light'] as never)).toEqual({});
  });

  test('change one by one, and go back to the default', () => {
    expect(withChanges({ theme: 'dark' }, { firstPage: 'work' })).toEqual({
      theme: 'dark',
      firstPage: 'work',
    });
    expect(withChanges({ theme: 'dark', firstPage: 'work' }, { theme: null })).toEqual({ firstPage: 'work' });
    expect(withChanges({ theme: 'dark' }, { theme: 'blue' })).toEqual({});
  });
});

describe('The look of the page', () => {
  const bars = () =>
    [...document.querySelectorAll<HTMLMetaElement>('[name=theme-color]')].map(meta => meta.media);
  beforeEach(() => {
    document.head.innerHTML = '<meta name="theme-color"><meta name="theme-color">';
  });

  test('follows the theme and the size of text, and forgets both', () => {
    const { dataset, style } = document.documentElement;
    showLook({ theme: 'dark', textSize: 'largest' });
    expect([dataset.theme, style.fontSize, ...bars()]).toEqual(['dark', '125%', 'not all', 'all']);
    showLook({ theme: 'light', textSize: 'small' });
    expect([dataset.theme, style.fontSize, ...bars()]).toEqual(['light', '87.5%', 'all', 'not all']);
    showLook({});
    expect([dataset.theme, style.fontSize]).toEqual([undefined, '']);
    expect(bars()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
  });
});

test.each([
  ['en-US', 0],
  ['en-GB', 1],
  ['de', 1],
  ['ar-EG', 6],
  ['pt-BR', 0],
  ['no locale at all', 1],
])('A week of %s begins with day %s', (locale, day) => {
  expect(firstDayOfLocale(locale)).toBe(day);
});
