import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useAppDispatch } from '../../hooks';
import { Button } from '../../components/Button';
import { WordsActions } from '../../drafts/WordsActions';
import { DeletedLine } from '../../components/DeletedLine';
import { DraftLines } from '../../drafts/DraftLines';
import { Field } from '../../components/Field';
import { useHasWords, useLiveForm } from '../../drafts/useLiveForm';
import { continueListOnEnter } from '../../components/input/listKeys';
import { isSaveKey } from '../../components/input/saveKey';
import { isEnterInLine, TitleField } from '../../components/input/TitleField';
import { tickOnClick } from '../../components/input/tickOnClick';
import type { Paper } from '../look';
import { LookFields } from './LookFields';
import { NoteAbout } from './NoteAbout';
import { fieldsOf, sameFields, type Note, type NoteFields } from '../note';
import styles from './NoteOverlay.module.css';
import { noFields, noteSchema, noteSchemaOf } from './noteSchema';
import { NoteSync } from './NoteSync';
import { noteDeleteRequested, noteSaveRequested } from '../noteKinds';
import { noteAddRequested } from '../notesSlice';
import { NoteLinks } from './NoteLinks';
import type { useLookChoice } from '../tools/useLookChoice';

type Props = {
  /** The current or last known note; null for a new one. */
  note: Note | null;
  isGone: boolean;
  look: ReturnType<typeof useLookChoice>;
  /** The paper on which a new note is shown. */
  paper: Paper;
  onClose: () => void;
};

/** The form of a note; Save closes it. If the note is deleted elsewhere, typed text stays. */
export function NoteForm(props: Props) {
  const { note, isGone, look, paper } = props;
  const { form, hasWords, isClosing, deleteNote, keepAsNew, discard } = useNoteForm(props);
  const { formik } = form;
  const { values, isValid, handleSubmit } = formik;

  const saveByKeys = (event: KeyboardEvent) => {
    if (!isSaveKey(event) && !isEnterInLine(event)) return;
    event.preventDefault();
    if (isValid && !hasWords) handleSubmit(event);
  };

  if (isGone && !isClosing && !hasWords) return <p role="status">This note is not here any more.</p>;
  return (
    <div onKeyDown={saveByKeys}>
      <form
        className={styles.form}
        onSubmit={hasWords ? event => event.preventDefault() : handleSubmit}
        noValidate
      >
        {hasWords && <DeletedLine canKeep={isValid} onKeep={keepAsNew} onDiscard={discard} />}
        <DraftLines form={form} />
        {note && !hasWords && <NoteSync note={note} onDelete={() => deleteNote(note)} />}
        <NoteFieldsets formik={formik} />
        <NoteLinks text={values.noteDescription} />
        {!hasWords && (
          <LookFields
            paper={paper}
            isPinned={look.chosen?.isPinned ?? note?.isPinned ?? false}
            onChoose={look.choose}
            description={values.noteDescription}
            onChange={noteDescription => void formik.setFieldValue('noteDescription', noteDescription)}
          />
        )}
        <NoteAbout fireId={note?.notesFireId ?? null} description={values.noteDescription} />
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
    </div>
  );
}

/** The values of a note's form, and the handlers of its buttons. Each handler closes the form at most once. */
function useNoteForm({ note, isGone, look, paper, onClose }: Props) {
  const dispatch = useAppDispatch();
  /** A new note keeps the paper on which it was shown: the chosen one, else the one that its key determines. */
  const add = (fields: NoteFields) => {
    const { chosen } = look;
    const isDrawn = !chosen?.colour && !note?.colour;
    const request = isDrawn
      ? noteAddRequested(fields, chosen, paper)
      : noteAddRequested(fields, { ...chosen, colour: paper });
    return dispatch(request).payload.operationId;
  };
  /** The look to store with the text when the form is left without Save. */
  const keptLook = useMemo(() => ({ ...look.chosen, colour: paper }), [look.chosen, paper]);
  /**
   * Closing takes the browser a moment, in which nothing may be submitted again. A ref, because a second Enter may
   * follow at once.
   */
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
    look: note ? undefined : keptLook,
    onSubmit: (fields, base) =>
      finish(() => {
        if (!note) return add(fields);
        if (sameFields(fields, base)) return undefined;
        return dispatch(noteSaveRequested({ fireId: note.notesFireId, base, fields })).payload.id;
      }),
  });
  const { hasWords, forget } = useHasWords(isGone && !isClosing, form.isDirty);
  const deleteNote = (deleted: Note) =>
    finish(() => {
      form.forgetDraft();
      return dispatch(noteDeleteRequested(deleted)).payload.id;
    });
  const keepAsNew = () => form.sendAs(fields => finish(() => add(fields)));
  const discard = () => {
    form.discardDraft();
    forget();
  };
  return { form, hasWords, isClosing, deleteNote, keepAsNew, discard };
}

/** Title and description. An empty field has no error message below it. */
function NoteFieldsets({ formik }: { formik: ReturnType<typeof useNoteForm>['form']['formik'] }) {
  const { errors, getFieldProps, setFieldValue } = formik;
  const tooLong = (field: keyof NoteFields) => errors[field]?.includes('at most') && errors[field];
  return (
    <>
      <Field label="Title" message={tooLong('noteTitle')}>
        {control => (
          <TitleField
            {...control}
            {...getFieldProps('noteTitle')}
            onTitle={noteTitle => void setFieldValue('noteTitle', noteTitle)}
            className={`${control.className} ${styles.title}`}
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
            onClick={tickOnClick}
            dir="auto"
          />
        )}
      </Field>
    </>
  );
}
