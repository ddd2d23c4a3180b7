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
  /** Starts to go back without waiting for the page that comes. */
  back(): Promise<void>;
  /** Clicks the target without waiting for a dialog or page that opens. */
  click(target: Target): Promise<void>;
  /** Appends text to a field. */
  type(target: Target, text: string): Promise<void>;
  /** Empties a field. */
  clear(target: Target): Promise<void>;
  press(key: 'Enter' | 'Escape'): Promise<void>;
  /** Gives a file to a file field. */
  attach(target: Target, file: string): Promise<void>;
  /** How many of the target are visible now. */
  count(target: Target): Promise<number>;
  value(target: Target): Promise<string>;
  /** Runs a script in the page; resolves with its result, or with the result of its promise. */
  run<Answer>(script: string): Promise<Answer>;
  /** Opens another tab of the same browser in front of this one. */
  openTab(): Promise<Screen>;
  /** Brings this tab to the front. */
  show(): Promise<void>;
}

/** An empty browser for one story. */
export type Profile = { screen: Screen; close(): Promise<void> };

/** An installed browser engine; `open` starts an empty profile on the app at `origin`. */
export type Engine = {
  name: string;
  version: string;
  open(origin: string): Promise<Profile>;
  close(): Promise<void>;
};

/** An engine that may be missing on this machine: how to detect and start it. */
export type Candidate = { name: string; find(): string | null; start(path: string): Promise<Engine> };

/** Time-out in milliseconds for a target to appear. */
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
