import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PAPERS } from '../../src/notes/look';

const sheet = readFileSync(path.join(__dirname, '../../src/components/styles/tokens.css'), 'utf8');

type Rule = { conditions: string[]; theme: 'any' | 'unset' | 'light' | 'dark'; colours: [string, string][] };

/** Every rule for `:root`: its media, its theme, and its colours. */
const rules: Rule[] = [
  ...sheet.matchAll(/(?:@media ([^{]+) )?\{\s*((?:[^{}]*\{[^}]*\}\s*)+)\}|(:root) \{([^}]*)\}/g),
].flatMap(([, media, block, , own]) => {
  const conditions = media?.split(' and ').filter(condition => condition !== 'screen') ?? [];
  const inner = block ? [...block.matchAll(/(:root[^{]*) \{([^}]*)\}/g)] : [['', ':root', own!] as const];
  return inner.map(([, selector, body]): Rule => ({
    conditions,
    theme: selector!.includes(':not(')
      ? 'unset'
      : ((/data-theme='(\w+)'/.exec(selector!)?.[1] ?? 'any') as Rule['theme']),
    colours: [...body!.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name!, value!]),
  }));
});

const DARK = '(prefers-color-scheme: dark)';
const MORE = '(prefers-contrast: more)';

/** The colours in a browser that matches these queries, for a user who chose this theme. */
const tokens = (theme: Rule['theme'], ...media: string[]): Record<string, string> =>
  Object.fromEntries(
    rules
      .filter(rule => rule.conditions.every(name => media.includes(name)))
      .filter(rule => rule.theme === 'any' || rule.theme === theme)
      .sort((a, b) => Number(a.theme !== 'any') - Number(b.theme !== 'any')) // the more specific selector wins
      .flatMap(({ colours }) => colours),
  );

const schemes = {
  light: tokens('unset'),
  dark: tokens('unset', DARK),
  'light, more contrast': tokens('unset', MORE),
  'dark, more contrast': tokens('unset', DARK, MORE),
};

function luminance(colour: string) {
  const channels = [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [r, g, b] = channels.map(c => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

/** WCAG 2.2 contrast ratio. */
function contrast(a: string, b: string) {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light! + 0.05) / (dark! + 0.05);
}

const grounds = ['background', 'glow', 'surface', 'raised', 'hover'];
const papers = PAPERS.map(paper => `note-${paper}`);
/** Text colours and their backgrounds. */
const texts: [ink: string, grounds: string[]][] = [
  ['ink', [...grounds, 'accent-quiet', 'danger-quiet']],
  ['ink-quiet', [...grounds, 'accent-quiet']],
  ['accent', [...grounds, 'accent-quiet', 'danger-quiet']],
  ['accent-ink', ['accent', 'accent-hover']],
  ['late', [...grounds, 'accent-quiet']],
  ['danger', [...grounds, 'danger-quiet', 'accent-quiet']],
  ['note-ink', papers],
  ['note-accent', papers],
  ['note-danger', papers],
  ['note-accent-ink', ['note-accent', 'note-accent-hover']],
  ['note-ink-quiet', papers],
];
/** Borders of controls, the focus ring, the buttons that lie on paper. */
const shapes: [shape: string, grounds: string[]][] = [
  ['line-strong', ['background', 'glow', 'surface', 'raised']],
  ['focus', grounds],
  ['note-focus', papers],
  ['note-line', papers],
];

describe.each(Object.entries(schemes))('In the %s scheme', (_, colours) => {
  const pairs = (table: typeof texts) => table.flatMap(([a, others]) => others.map(b => [a, b] as const));

  it.each(pairs(texts))('%s is readable as text on %s', (ink, ground) => {
    expect(contrast(colours[ink]!, colours[ground]!)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(shapes))('%s can be made out on %s', (shape, ground) => {
    expect(contrast(colours[shape]!, colours[ground]!)).toBeGreaterThanOrEqual(3);
  });
});

it('Every colour of the light scheme has its dark counterpart', () => {
  const [dark] = rules.filter(({ conditions, theme }) => conditions.includes(DARK) && theme === 'unset');
  expect(dark!.colours.length).toBeGreaterThan(20);
  expect(dark!.colours.map(([name]) => name)).toEqual(Object.keys(schemes.light));
});

it('A chosen theme has the scheme’s colours, whatever the system prefers', () => {
  for (const more of [[], [MORE]]) {
    const [light, dark] = [tokens('unset', ...more), tokens('unset', DARK, ...more)];
    expect(light).not.toEqual(dark);
    for (const system of [[], [DARK]]) {
      expect(tokens('light', ...system, ...more)).toEqual(light);
      expect(tokens('dark', ...system, ...more)).toEqual(dark);
    }
  }
});

it('The bar of the browser has the background’s colour in both schemes', () => {
  const page = readFileSync(path.join(__dirname, '../../public/index.html'), 'utf8');
  const bars = [...page.matchAll(/name="theme-color" content="(#\w+)" media="([^"]+)"/g)];
  expect(bars.map(([, colour, media]) => [colour, media])).toEqual([
    [schemes.light.background, '(prefers-color-scheme: light)'],
    [schemes.dark.background, DARK],
  ]);
});
