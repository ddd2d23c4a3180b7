import type { Story } from './story';

/**
 * An engine's results by the title of the story: milliseconds, or null if it failed. Without a version the engine was
 * missing.
 */
export type Column = { name: string; version: string | null; results: Map<string, number | null> };

/** The results as the first part of the page `docs/browsers.md`. */
export function tableOf(stories: readonly Story[], columns: readonly Column[], now = new Date()): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const result = ({ version, results }: Column, title: string) => {
    const took = results.get(title);
    if (version === null) return 'not there';
    return typeof took === 'number' ? `${(took / 1000).toFixed(1)} s` : 'failed';
  };
  const heads = columns.map(({ name, version }) => (version ? `${name} ${version}` : name));
  return [
    '# Three browser engines',
    '',
    '`npm run test:browsers` tells the same stories in Chromium, in Firefox (by WebDriver BiDi) and in WebKit (WebKitGTK by',
    'its own driver). A browser that is not on the machine is named and its stories are counted as skipped. On Debian:',
    '',
    '```',
    'apt-get install --no-install-recommends chromium firefox-esr webkit2gtk-driver xvfb xauth dbus',
    '```',
    '',
    `The last run that was written down (\`npm run test:browsers -- --write\`), on ${now.toISOString().slice(0, 10)}:`,
    '',
    row(['Story', ...heads]),
    row(['---', ...heads.map(() => '---:')]),
    ...stories.map(({ title }) => row([title, ...columns.map(column => result(column, title))])),
    '',
  ].join('\n');
}

/** The page with new results: its sections behind the results stay. */
export function withSections(results: string, page: string): string {
  const from = page.indexOf('\n## ');
  return from < 0 ? results : results + page.slice(from);
}
