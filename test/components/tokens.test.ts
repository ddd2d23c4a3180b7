import { readFileSync } from 'node:fs';
import path from 'node:path';

const sheet = readFileSync(path.join(__dirname, '../../src/components/tokens.css'), 'utf8');

/** The colours of one scheme: the default values, overridden by the media queries that apply. */
function tokens(...media: string[]) {
  const values: Record<string, string> = {};
  const blocks = sheet.matchAll(/(?:@media ([^{]+) \{\s*)?:root \{([^}]*)\}/g);
  for (const [, query, body] of blocks) {
    if (query && !media.includes(query)) continue;
    for (const [, name, value] of body!.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)) values[name!] = value!;
  }
  return values;
}

const DARK = '(prefers-color-scheme: dark)';
const MORE = '(prefers-contrast: more)';
const schemes = {
  light: tokens(),
  dark: tokens(DARK),
  'light, more contrast': tokens(MORE),
  'dark, more contrast': tokens(DARK, MORE, `${MORE} and ${DARK}`),
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
const papers = ['note-1', 'note-2', 'note-3', 'note-4', 'note-5'];
/** Text colours and their backgrounds. */
const texts: [ink: string, grounds: string[]][] = [
  ['ink', [...grounds, 'accent-quiet', 'danger-quiet']],
  ['ink-quiet', [...grounds, 'accent-quiet']],
  ['accent', [...grounds, 'accent-quiet', 'danger-quiet']],
  ['accent-ink', ['accent', 'accent-hover']],
  ['late', [...grounds, 'accent-quiet']],
  ['danger', [...grounds, 'danger-quiet', 'accent-quiet', ...papers]],
  ['note-ink', papers],
  ['note-ink-quiet', papers],
];
/** Borders of controls, the focus ring, the buttons that lie on paper. */
const shapes: [shape: string, grounds: string[]][] = [
  ['line-strong', ['background', 'glow', 'surface', 'raised']],
  ['focus', [...grounds, ...papers]],
  ['note-line', papers],
  ['accent', papers],
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
  const dark = sheet.slice(sheet.indexOf(DARK), sheet.indexOf(MORE));
  for (const name of Object.keys(schemes.light)) expect(dark).toContain(`--${name}: `);
});
