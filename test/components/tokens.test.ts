import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TAG_HUES } from '../../src/lib/tagColours';
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

/** The luminance of an OKLCH colour, with its channels cut to those of sRGB. */
function luminanceOfLch(lightness: number, chroma: number, hue: number) {
  const [a, b] = [Math.cos, Math.sin].map(of => chroma * of((hue * Math.PI) / 180)) as [number, number];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const [red, green, blue] = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(channel => Math.min(1, Math.max(0, channel)));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** WCAG 2.2 contrast ratio. */
const contrast = (a: string, b: string) => ratio(luminance(a), luminance(b));
function ratio(...luminances: [number, number]) {
  const [light, dark] = luminances.sort((x, y) => y - x);
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

it('The word of a tag is readable in each colour, on its chip and on the page', () => {
  const chip = readFileSync(path.join(__dirname, '../../src/components/TagChip.module.css'), 'utf8');
  const chromaOf = (name: string) => Number(new RegExp(`var\\(--${name}\\) ([\\d.]+)`).exec(chip)![1]);
  const lightnesses = (name: string) =>
    [...sheet.matchAll(new RegExp(`--${name}: ([\\d.]+);`, 'g'))].map(([, value]) => Number(value));
  const [inks, chipGrounds] = [lightnesses('tag-ink'), lightnesses('tag-ground')];
  expect([inks, chipGrounds].map(({ length }) => length)).toEqual([3, 3]); // light, dark, chosen dark
  expect([inks[2], chipGrounds[2]]).toEqual([inks[1], chipGrounds[1]]);
  for (const [at, scheme] of [schemes.light, schemes.dark].entries())
    for (const hue of Object.values(TAG_HUES)) {
      const ink = luminanceOfLch(inks[at]!, chromaOf('tag-ink'), hue);
      const ground = luminanceOfLch(chipGrounds[at]!, chromaOf('tag-ground'), hue);
      expect(ratio(ink, ground)).toBeGreaterThanOrEqual(4.5);
      for (const name of grounds) expect(ratio(ink, luminance(scheme[name]!))).toBeGreaterThanOrEqual(4.5);
    }
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
