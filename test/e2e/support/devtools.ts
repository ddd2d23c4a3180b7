import path from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import type { DevToolsHook } from './devtoolsInPage';

type Action = { type: string; payload?: unknown; meta?: unknown };

let bundle: Promise<string> | undefined;

/**
 * The DevTools' own engine in the unmodified production build, in the place where the browser extension would be.
 * To be installed before the page is opened.
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
    /** Every action that was recorded, in order, the first of them the store's own `@@INIT`. */
    actions: () => hook(devTools => devTools.actions()) as Promise<Action[]>,
    /** The state that is shown now. */
    state: () => hook(devTools => devTools.state()),
    /** Shows the state after the action of this index. */
    jumpTo: (index: number) => hook((devTools, to) => devTools.jumpTo(to), index),
  };
}
