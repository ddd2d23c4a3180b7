import { createContext, type ReactNode } from 'react';
import type { Note } from '../note';

export type TagsOfNoteProps = { note: Note; about: string; onClose: () => void };

/** Renders the dialog of a note's tags (tags/TagsOfNote.tsx), which the app provides. */
export const TagsOfNote = createContext<((props: TagsOfNoteProps) => ReactNode) | null>(null);
