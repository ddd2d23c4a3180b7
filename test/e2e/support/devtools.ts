import path from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import type { DevToolsHook } from './devtoolsInPage';

type Action = { type: string; payload?: unknown; meta?: unknown };

let bundle: Promise<string> | undefined;

/**
 * Installs the DevTools' own engine in the unmodified production build, in place of the browser extension. Call it
 * before the page is opened.
 */
export async function installDevTools(page: Page) {
  bundle ??= build({
    entryPoints: [path.join(__dirname, 'devtoolsInPage.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"production"' },
  }).then(result => result.outputFiles[0]!.text);
  await page.addInitScript({ content: await bundle });

  const hook = <Answer>(ask: (devTools: DevToolsHook, index: number) => Answer, index = 0) =>
    page.evaluate(`(${ask.toString()})(window.daywallDevTools, ${index})`) as Promise<Awaited<Answer>>;
  return {
    /** All recorded actions in order, beginning with the store's own `@@INIT`. */
    actions: () => hook(devTools => devTools.actions()) as Promise<Action[]>,
    /** The displayed state. */
    state: () => hook(devTools => devTools.state()),
    /** Displays the state after the action with this index. */
    jumpTo: (index: number) => hook((devTools, to) => devTools.jumpTo(to), index),
  };
}
