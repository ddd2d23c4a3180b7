import { lazyImport } from '../sync/lazyImport';
import type * as series from './series';

type Rules = typeof series;
let rules: Rules | null = null;

/** Loads the code of rules. It comes with what sends, behind the first view. */
export const loadRules = lazyImport(
  async () => (rules = await import(/* webpackChunkName: "later" */ './series')),
);

/** The code of rules once it is loaded. A step made before does not know its next day; the server decides that when it is sent. */
export const rulesNow = () => rules;
