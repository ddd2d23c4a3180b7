import { bucketsBy, type Buckets } from '../lib/buckets';
import { plain } from '../lib/plain';
import { noLook, type Look, type NoteLook } from './look';

/** Looks by the keys of their notes. */
export const looksByKey = bucketsBy<NoteLook, string>(({ fireId }) => fireId);

/** The server's look of a note. */
export const lookOfKey = ({ looks }: { looks: Buckets<NoteLook> }, fireId: string): Look =>
  looksByKey.get(plain(looks), fireId) ?? noLook;
