import { lazyImport } from '../sync/lazyImport';
import type * as series from './series';

type Rules = typeof series;
let rules: Rules | null = null;

/** Loads the code of rules. It is in the chunk of the senders, which loads after the first view. */
export const loadRules = lazyImport(
  async () => (rules = await import(/* webpackChunkName: "later" */ './series')),
);

/** The code of rules once loaded. A step made earlier does not have its next day, which is then computed when it is sent. */
export const rulesNow = () => rules;
