import { paths } from '../routes';

/** Which note lies open over the wall: a key, `new`, or none. It is an entry of the history, so that Back closes it. */
export type OpenNote = { note: string };

export const NEW_NOTE = 'new';

export function openNoteOf(pathname: string, state: unknown): string | null {
  const note = (state as Partial<OpenNote> | null)?.note;
  return pathname === paths.wall && typeof note === 'string' ? note : null;
}
