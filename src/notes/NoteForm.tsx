import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useAppDispatch } from '../app/hooks';
import { Button } from '../components/Button';
import { WordsActions } from '../components/wordsActionsChunk';
import { DeletedLine } from '../components/DeletedLine';
import { DraftLines } from '../components/DraftLines';
import { Field } from '../components/Field';
import { useHasWords } from '../components/useHasWords';
import { useLiveForm } from '../components/useLiveForm';
import { continueListOnEnter } from './listKeys';
import type { Paper } from './look';
import { NoteBeside } from './NoteBeside';
import { fieldsOf, sameFields, type Note, type NoteFields } from './note';
import styles from './NoteOverlay.module.css';
import { noFields, noteSchema, noteSchemaOf } from './noteSchema';
import { NoteSync } from './NoteSync';
import { noteDeleteRequested, noteSaveRequested } from './noteKinds';
import { noteAddRequested } from './notesSlice';
import type { useLookChoice } from './useLookChoice';

type Props = {
  /** As it is, or as it was when it was last known; null for a new one. */
  note: Note | null;
  isGone: boolean;
  look: ReturnType<typeof useLookChoice>;
  /** The paper that is shown as chosen. */
  paper: Paper | null;
  onClose: () => void;
};

/** A note's own form, closed by Save. When the note is deleted elsewhere what was typed stays. */
export function NoteForm({ note, isGone, look, paper, onClose }: Props) {
  const dispatch = useAppDispatch();
  /** Closing takes the browser a moment, in which nothing is sent again; a ref, because a second Enter may come at once. */
  const isSent = useRef(false);
  const [isClosing, setIsClosing] = useState(false);
  const finish = (send: () => string | undefined) => {
    if (isSent.current) return undefined;
    isSent.current = true;
    setIsClosing(true);
    const operationId = send();
    onClose();
    return operationId;
  };

  const schema = useMemo(() => (note ? noteSchemaOf(note) : noteSchema), [note]);
  const form = useLiveForm({
    draft: `note/${note?.notesFireId ?? 'new'}`,
    now: note ? fieldsOf(note) : noFields,
    schema,
    look: note ? undefined : look.chosen,
    onSubmit: (fields, base) =>
      finish(() => {
        if (!note) return dispatch(noteAddRequested(fields, look.chosen)).payload.operationId;
        if (sameFields(fields, base)) return undefined;
        return dispatch(noteSaveRequested({ fireId: note.notesFireId, base, fields })).payload.id;
      }),
  });
  const { formik, isDirty } = form;
  const { values, errors, getFieldProps, handleSubmit } = formik;
  const isValid = schema.isValidSync(values);
  const { hasWords, forget } = useHasWords(isGone && !isClosing, isDirty);
  const deleteNote = (deleted: Note) =>
    finish(() => {
      form.forgetDraft();
      return dispatch(noteDeleteRequested(deleted)).payload.id;
    });
  const keepAsNew = () =>
    form.sendAs(fields => finish(() => dispatch(noteAddRequested(fields)).payload.operationId));
  const tooLong = (field: keyof NoteFields) => errors[field]?.includes('at most') && errors[field];

  const saveByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || hasWords) return;
    event.preventDefault();
    if (isValid) handleSubmit(event);
  };

  if (isGone && !isClosing && !hasWords) return <p role="status">This note is not here any more.</p>;
  return (
    <div className={styles.composition} onKeyDown={saveByKeys}>
      <form
        className={styles.form}
        onSubmit={hasWords ? event => event.preventDefault() : handleSubmit}
        noValidate
      >
        {hasWords && (
          <DeletedLine
            canKeep={isValid}
            onKeep={keepAsNew}
            onDiscard={() => {
              form.discardDraft();
              forget();
            }}
          />
        )}
        <DraftLines form={form} />
        {note && !hasWords && <NoteSync note={note} onDelete={() => deleteNote(note)} />}
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
          {control => (
            <textarea
              {...control}
              {...getFieldProps('noteDescription')}
              className={`${control.className} ${styles.description}`}
              rows={10}
              onKeyDown={continueListOnEnter}
              dir="auto"
            />
          )}
        </Field>
        {!hasWords && (
          <div className={styles.actions}>
            <Button kind="primary" type="submit" disabled={!isValid}>
              Save
            </Button>
            {note && (
              <Button kind="danger" onClick={() => deleteNote(note)}>
                Delete
              </Button>
            )}
          </div>
        )}
        {note && (
          <WordsActions words={{ title: values.noteTitle, text: values.noteDescription }} into="task" />
        )}
      </form>
      {!hasWords && (
        <NoteBeside
          note={note}
          look={look}
          paper={paper}
          fields={values}
          onChange={noteDescription => void formik.setFieldValue('noteDescription', noteDescription)}
        />
      )}
    </div>
  );
}
