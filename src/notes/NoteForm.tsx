import { useRef } from 'react';
import { useAppDispatch } from '../app/hooks';
import { Button } from '../components/Button';
import { DraftLine } from '../components/DraftLine';
import { Field } from '../components/Field';
import { useLiveForm } from '../components/useLiveForm';
import { fieldsOf, sameFields, type Note, type NoteFields } from './note';
import styles from './NoteOverlay.module.css';
import { noFields, noteSchema } from './noteSchema';
import { NoteSync } from './NoteSync';
import { noteAddRequested, noteDeleteRequested, noteSaveRequested } from './notesSlice';

type Props = { /** Null for a new one. */ note: Note | null; onClose: () => void };

export function NoteForm({ note, onClose }: Props) {
  const dispatch = useAppDispatch();
  /** Closing takes the browser a moment, in which nothing is sent again. */
  const isClosing = useRef(false);
  const finish = (send: () => void) => {
    if (isClosing.current) return;
    isClosing.current = true;
    send();
    onClose();
  };

  const { formik, hasDraft, discardDraft, forgetDraft } = useLiveForm({
    draft: `note/${note?.notesFireId ?? 'new'}`,
    now: note ? fieldsOf(note) : noFields,
    schema: noteSchema,
    onSubmit: (fields, base) =>
      finish(() => {
        if (!note) dispatch(noteAddRequested(fields));
        else if (!sameFields(fields, base))
          dispatch(noteSaveRequested({ fireId: note.notesFireId, base, fields }));
      }),
  });
  const { values, errors, getFieldProps, handleSubmit } = formik;
  const deleteNote = (fireId: string) =>
    finish(() => {
      forgetDraft();
      dispatch(noteDeleteRequested(fireId));
    });
  const tooLong = (field: keyof NoteFields) => errors[field]?.includes('at most') && errors[field];

  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      {hasDraft && <DraftLine onDiscard={discardDraft} />}
      {note && <NoteSync fireId={note.notesFireId} />}
      <Field label="Title" message={tooLong('noteTitle')}>
        {control => (
          <input
            {...control}
            {...getFieldProps('noteTitle')}
            className={`${control.className} ${styles.title}`}
            autoComplete="off"
            dir="auto"
            data-first
          />
        )}
      </Field>
      <Field label="Description" message={tooLong('noteDescription')}>
        {control => <textarea {...control} {...getFieldProps('noteDescription')} rows={10} dir="auto" />}
      </Field>
      <div className={styles.actions}>
        <Button kind="primary" type="submit" disabled={!noteSchema.isValidSync(values)}>
          Save
        </Button>
        {note && (
          <Button kind="danger" onClick={() => deleteNote(note.notesFireId)}>
            Delete
          </Button>
        )}
      </div>
    </form>
  );
}
