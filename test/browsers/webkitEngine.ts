import { spawn } from 'node:child_process';
import path from 'node:path';
import { build } from 'esbuild';
import { Builder, Capabilities, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { freePort } from '../support/server/freePort';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually, PATIENCE_MS, type Engine, type Screen, type Target } from './screen';

const KEYS = { Enter: Key.ENTER, Escape: Key.ESCAPE };

/** Builds the script that finds targets in the page: WebDriver has no locators by role. */
async function buildFinder() {
  const { outputFiles } = await build({
    entryPoints: [path.join(__dirname, 'finderInPage.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}', process: 'undefined' },
  });
  return outputFiles[0]!.text;
}

const sent = (target: Target) =>
  JSON.stringify(target, (_key, value: unknown) =>
    value instanceof RegExp ? { source: value.source, flags: value.flags } : value,
  );

/** A tab as a screen: WebDriver acts on the tab that was selected last. */
async function screenOf(driver: WebDriver, origin: string, finder: string): Promise<Screen> {
  const tab = await driver.getWindowHandle();
  const inTab = async <Answer>(work: () => Promise<Answer>) => {
    if ((await driver.getWindowHandle()) !== tab) await driver.switchTo().window(tab);
    return work();
  };
  const findAll = (target: Target) =>
    inTab(async () => {
      if (await driver.executeScript('return !window.daywallFind')) await driver.executeScript(finder);
      return driver.executeScript<WebElement[]>(`return window.daywallFind(${sent(target)})`);
    });
  const onFirst = <Answer>(target: Target, work: (element: WebElement) => Promise<Answer>) =>
    eventually(async () => {
      const [first] = await findAll(target);
      if (!first) throw new Error(`Not found: ${sent(target)}`);
      return work(first);
    });
  return {
    open: to => inTab(() => driver.get(origin + to)),
    reload: () => inTab(() => driver.navigate().refresh()),
    back: () => inTab(() => driver.navigate().back()),
    click: target =>
      onFirst(target, async element => {
        if (!(await element.isEnabled())) throw new Error(`Disabled: ${sent(target)}`);
        await element.click();
      }),
    type: (target, text) => onFirst(target, element => element.sendKeys(text)),
    clear: target => onFirst(target, element => element.sendKeys(Key.chord(Key.CONTROL, 'a'), Key.DELETE)),
    press: key => inTab(() => driver.actions().sendKeys(KEYS[key]).perform()),
    attach: (target, file) => onFirst(target, element => element.sendKeys(file)),
    count: async target => (await findAll(target)).length,
    value: target =>
      onFirst(target, element => driver.executeScript<string>('return arguments[0].value', element)),
    async run<Answer>(script: string) {
      const answer = await inTab(() =>
        driver.executeAsyncScript<{ answer?: Answer; error?: string }>(
          `const done = arguments[0]; (async () => { ${script} })().then(answer => done({ answer }), error => done({ error: String(error) }))`,
        ),
      );
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.answer as Answer;
    },
    async openTab() {
      await driver.switchTo().newWindow('tab');
      return screenOf(driver, origin, finder);
    },
    show: () => inTab(async () => undefined),
  };
}

/** Starts WebKitGTK's own driver with a display and a message bus of its own, so that no desktop is needed. */
async function startServer() {
  const port = await freePort();
  const driverProcess = spawn(
    'dbus-run-session',
    ['--', 'xvfb-run', '-a', 'WebKitWebDriver', `--port=${port}`, '--host=127.0.0.1'],
    {
      stdio: 'ignore',
      detached: true, // a process group, so that all of it can be ended
      env: {
        ...process.env,
        LANG: 'C.UTF-8',
        WEBKIT_DISABLE_COMPOSITING_MODE: '1',
        LIBGL_ALWAYS_SOFTWARE: '1',
        // Its sandbox needs rights that root in a container does not have.
        ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
      },
    },
  );
  const end = () => {
    try {
      process.kill(-driverProcess.pid!);
    } catch {
      // the group has ended already
    }
  };
  process.once('exit', end);
  const address = `http://127.0.0.1:${port}`;
  await eventually(() => fetch(`${address}/status`));
  return { address, end };
}

/** Number of attempts: if the browser ends before it answers, its driver waits for ever. */
const STARTS = 3;

export async function startWebKit(browserPath: string): Promise<Engine> {
  let server = await startServer();
  const finder = await buildFinder();
  const openDriver = async (starts = STARTS): Promise<WebDriver> => {
    const building = new Builder()
      .usingServer(server.address)
      .withCapabilities(
        new Capabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary: browserPath, args: ['--automation'] },
        }),
      )
      .build();
    try {
      const driver = await Promise.race([
        building,
        delay(PATIENCE_MS).then(() => Promise.reject(new Error('Late'))),
      ]);
      await driver.manage().setTimeouts({ script: PATIENCE_MS });
      return driver;
    } catch (failure) {
      if (starts === 1) throw failure;
      console.log('  WebKit did not start, and is started again.');
      server.end();
      server = await startServer();
      return openDriver(starts - 1);
    }
  };
  const first = await openDriver();
  const version = (await first.getCapabilities()).get('browserVersion') as string;
  await first.quit();
  return {
    name: 'WebKit',
    version,
    async open(origin) {
      const driver = await openDriver();
      return { screen: await screenOf(driver, origin, finder), close: () => driver.quit() };
    },
    close: async () => server.end(),
  };
}
