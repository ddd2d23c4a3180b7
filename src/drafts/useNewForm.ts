import { useContext } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAppSelector } from '../hooks';
import { paths } from '../routes';
import { selectUser } from '../auth/authSlice';
import type { SharedWords } from './sharedWords';
import { DraftsContext } from './useDraft';

/** The form whose draft the app has filled in, until that form opens: it is no draft that was restored. */
let filledIn: string | null = null;
export const isFilledIn = (form: string) => form === filledIn;
export const setFilledIn = (form: string | null) => void (filledIn = form);

type Form = {
  draft: string;
  /** The form's blank values; importing them from its schema would load Yup. */
  blank: Record<string, string>;
  title: string;
  text: string;
  path: string;
  /** The state of the browser's history entry; on the wall it names the open note (notes/openNote.ts). */
  state?: { note: string };
};

const FORMS = {
  task: {
    draft: 'task/new',
    blank: { taskName: '', taskDescription: '', taskList: '', taskDueDay: '' },
    title: 'taskName',
    text: 'taskDescription',
    path: paths.newTask,
  },
  note: {
    draft: 'note/new',
    blank: { noteTitle: '', noteDescription: '' },
    title: 'noteTitle',
    text: 'noteDescription',
    path: paths.wall,
    state: { note: 'new' },
  },
} satisfies Record<string, Form>;
export type NewForm = keyof typeof FORMS;

/**
 * Opens the form of a new task or note with text in it; an unfinished draft of that form is offered there. Returns
 * false, without opening it, when this device cannot store drafts. `replace`: the form replaces this page in the browser's history.
 */
export function useNewForm() {
  const navigate = useNavigate();
  const service = useContext(DraftsContext);
  const userId = useAppSelector(selectUser)?.id ?? '';
  return (form: NewForm, words: SharedWords, { replace = false } = {}): boolean => {
    if (!service) return false;
    const { draft, blank, title, text, path, state }: Form = FORMS[form];
    setFilledIn(draft);
    const values = { ...blank, [title]: words.title, [text]: words.text };
    service.take(userId, draft, { base: blank, values });
    void navigate(path, { replace, state });
    return true;
  };
}
