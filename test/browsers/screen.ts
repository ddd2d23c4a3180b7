/** An element of a screen, by its visible or accessible text. A string must match completely, or a pattern. */
export type Target = {
  role?: string;
  name?: string | RegExp;
  label?: string;
  placeholder?: string;
  text?: string | RegExp;
  selector?: string;
};

/** A tab of a browser, as a story uses it. Targets are waited for. */
export interface Screen {
  /** Loads a path of the app as a new page. */
  open(path: string): Promise<void>;
  reload(): Promise<void>;
  /** Begins to go back; the page that comes is not waited for. */
  back(): Promise<void>;
  /** Clicks the target; a dialog or a page that comes is not waited for. */
  click(target: Target): Promise<void>;
  doubleClick(target: Target): Promise<void>;
  /** Types into a field, behind what it holds. */
  type(target: Target, text: string): Promise<void>;
  /** Empties a field. */
  clear(target: Target): Promise<void>;
  press(key: 'Enter' | 'Escape'): Promise<void>;
  /** Gives a file to a file field. */
  attach(target: Target, file: string): Promise<void>;
  /** How many of the target are visible now. */
  count(target: Target): Promise<number>;
  value(target: Target): Promise<string>;
  /** Runs a script in the page; what it returns, or what its promise answers. */
  run<Answer>(script: string): Promise<Answer>;
  /** Another tab of the same browser; this one stays open behind it. */
  openTab(): Promise<Screen>;
  /** Goes to the front. */
  show(): Promise<void>;
}

/** An empty browser for one story. */
export type Profile = { screen: Screen; close(): Promise<void> };

/** A browser engine that is there; `open` starts an empty profile on the app at `origin`. */
export type Engine = {
  name: string;
  version: string;
  open(origin: string): Promise<Profile>;
  close(): Promise<void>;
};

/** An engine that may be missing on this machine: how to detect and start it. */
export type Candidate = { name: string; find(): string | null; start(path: string): Promise<Engine> };

/** Milliseconds that a story waits for what it looks for. */
export const PATIENCE_MS = 20_000;

const pause = () => new Promise(resolve => setTimeout(resolve, 50));

/** Repeats until it does not throw. */
export async function eventually<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (failure) {
      if (Date.now() > until) throw failure;
      await pause();
    }
  }
}
