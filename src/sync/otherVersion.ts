import { hashOf } from '../lib/hash';
import type { Json } from '../services/database';

/** The key under which the trash keeps another version of a record than the one that it keeps under the record's key. */
export const keyOfOtherVersion = (fireId: string, version: Json) =>
  `${fireId}-mine-${hashOf(JSON.stringify(version)).toString(36)}`;
