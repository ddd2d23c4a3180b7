import { paths } from '../routes';

/** The open note over the wall: a key, `new`, or none. It is part of the history entry, so that Back closes it. */
export type OpenNote = { note: string };

export const NEW_NOTE = 'new';

export function openNoteOf(pathname: string, state: unknown): string | null {
  const note = (state as Partial<OpenNote> | null)?.note;
  return pathname === paths.wall && typeof note === 'string' ? note : null;
}
