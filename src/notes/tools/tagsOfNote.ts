import { createContext, type ComponentType } from 'react';
import type { Note } from '../note';

export type TagsOfNoteProps = { note: Note; about: string; onClose: () => void };

/** The dialog of a note's tags (tags/TagsOfNote.tsx), which the app provides. */
export const TagsOfNote = createContext<ComponentType<TagsOfNoteProps> | null>(null);
