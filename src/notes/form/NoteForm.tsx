import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useAppDispatch, useAppSelector } from '../../hooks';
import { Button, TextButton } from '../../components/Button';
import { WordsActions } from '../../drafts/WordsActions';
import { DeletedLine } from '../../components/DeletedLine';
import { DescriptionField } from '../../components/subtasks/DescriptionField';
import { DiscardChanges, DraftLines } from '../../drafts/DraftLines';
import { Field } from '../../components/Field';
import { useHasWords, useLiveForm } from '../../drafts/useLiveForm';
import { isSaveKey } from '../../components/input/saveKey';
import { isEnterInLine, TitleField } from '../../components/input/TitleField';
import type { Paper } from '../look';
import { LookFields } from './LookFields';
import { fieldsOf, sameFields, fieldsOfRecord, type Note, type NoteFields } from '../note';
import styles from './NoteOverlay.module.css';
import { noFields, noteSchema, noteSchemaOf } from './noteSchema';
import { noteDeleteRequested, noteSaveRequested, noteChange, noteItemKey } from '../noteKinds';
import { noteAddRequested } from '../notesSlice';
import type { useLookChoice } from '../tools/useLookChoice';
import { dateWithYear, dayOf } from '../../lib/days/days';
import { pushKeyTime } from '../../lib/pushKeyTime';
import { isBlank } from '../../lib/text/visible';
import { linksIn } from '../links';
import { OthersNotice } from '../../ui/OthersNotice';
import { SyncNotice } from '../../ui/SyncNotice';
import { selectNoteOthers, selectNoteSync } from '../notesSelectors';

/** The messages of the note's form about its sync state and changes from other devices, with their buttons. */
function NoteSync({ note, onDelete }: { note: Note; onDelete: () => void }) {
  const fireId = note.notesFireId;
  const sync = useAppSelector(state => selectNoteSync(state, fireId));
  const others = useAppSelector(state => selectNoteOthers(state, fireId));
  const theirs = fieldsOfRecord({ ...fieldsOf(note), ...others?.fields })!;
  return (
    <>
      <SyncNotice sync={sync} itemKey={noteItemKey(fireId)} />
      <OthersNotice
        others={others}
        differences={labels.flatMap(([field, label]) =>
          others?.fields && field in others.fields ? [[label, theirs[field]] as const] : [],
        )}
        take={options => noteSaveRequested({ fireId, base: fieldsOf(note), fields: theirs }, options)}
        dismissal={noteChange('note/dismiss', { fireId, title: note.noteTitle })}
        onDelete={onDelete}
      />
    </>
  );
}

const labels = [
  ['noteTitle', 'Title'],
  ['noteDescription', 'Description'],
] as const;

/** The maximum number of characters searched for links, and of links shown; the search runs at every keystroke. */
const LONGEST_SEARCHED_CHARACTERS = 3000;
const MOST_LINKS = 6;

/** The addresses in a text as links, because the field itself shows plain text. */
function NoteLinks({ text }: { text: string }) {
  const links = useMemo(() => {
    const cut = text.slice(0, LONGEST_SEARCHED_CHARACTERS);
    const found = cut.split('\n').flatMap(line => linksIn(line, cut.length < text.length));
    return [...new Set(found.flatMap(({ href }) => href ?? []))].slice(0, MOST_LINKS);
  }, [text]);
  if (links.length === 0) return null;
  return (
    <ul className={styles.links} aria-label="Links">
      {links.map(href => (
        <li key={href}>
          <a href={href} title={href} target="_blank" rel="noopener noreferrer">
            {href.replace(/^(https?:\/\/|mailto:|tel:)/, '').replace(/\/$/, '')}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** When the note was written. */
function NoteAbout({ fireId }: { fireId: string }) {
  const time = pushKeyTime(fireId);
  if (time === null) return null;
  return (
    <p className={styles.about}>
      Written <bdi>{dateWithYear(dayOf(time))}</bdi>
    </p>
  );
}

type Props = {
  /** The current or last known note; null for a new one. */
  note: Note | null;
  isGone: boolean;
  look: ReturnType<typeof useLookChoice>;
  /** The paper on which a new note is shown. */
  paper: Paper;
  onClose: () => void;
};

/** The form of a note; Save closes it, closing it saves what is valid. If the note is deleted elsewhere, typed text stays. */
export function NoteForm(props: Props) {
  const { note, isGone, look, paper } = props;
  const neededId = useId();
  /** Save anyway is offered once a key asked to save what is not complete. */
  const [isOffered, setIsOffered] = useState(false);
  const { form, hasWords, isClosing, missing, saveAnyway, ...acts } = useNoteForm(props);
  const { formik } = form;
  const { values, isValid, handleSubmit } = formik;

  const saveByKeys = (event: KeyboardEvent) => {
    const isSave = isSaveKey(event);
    if (!isSave && !isEnterInLine(event)) return;
    event.preventDefault();
    if (hasWords) return;
    if (isValid) return handleSubmit(event);
    const anyway = event.currentTarget.querySelector<HTMLElement>('[data-anyway]');
    const field = event.currentTarget.querySelector<HTMLElement>(`[name=${missing?.[0]}]`);
    setIsOffered(isSave);
    if (!isSave || !saveAnyway) field?.focus();
    else if (event.target === anyway) saveAnyway();
    else anyway?.focus();
  };

  if (isGone && !isClosing && !hasWords) return <p role="status">This note is gone.</p>;
  return (
    <div onKeyDown={saveByKeys}>
      <form
        className={styles.form}
        onSubmit={hasWords ? event => event.preventDefault() : handleSubmit}
        noValidate
      >
        {hasWords && <DeletedLine canKeep={isValid} onKeep={acts.keepAsNew} onDiscard={acts.discard} />}
        <DraftLines form={form} isNew={note === null} />
        {note && !hasWords && <NoteSync note={note} onDelete={() => acts.deleteNote(note)} />}
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
        {note && <NoteAbout fireId={note.notesFireId} />}
        {!hasWords && saveAnyway && (
          <p id={neededId} role="status" className={styles.about}>
            <span>{`Still needed: ${missing?.[1].toLowerCase()} `}</span>
            {isOffered && (
              <TextButton data-anyway autoFocus onClick={saveAnyway}>
                Save anyway
              </TextButton>
            )}
          </p>
        )}
        {!hasWords && (
          <div className={styles.actions}>
            <Button kind="primary" type="submit" disabled={!isValid} aria-describedby={neededId}>
              Save
            </Button>
            {note && <DiscardChanges form={form} />}
            {note && (
              <Button kind="danger" onClick={() => acts.deleteNote(note)}>
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
  const save = ({ notesFireId: fireId }: Note, fields: NoteFields, base: NoteFields) =>
    sameFields(fields, base) ? undefined : dispatch(noteSaveRequested({ fireId, base, fields })).payload.id;
  const send = (fields: NoteFields, base: NoteFields) =>
    finish(() => (note ? save(note, fields, base) : add(fields)));
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
    onSubmit: send,
    onLeave: note && !isGone ? (fields, base) => save(note, fields, base) : undefined,
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
  const { values, errors } = form.formik;
  const missing = labels.find(([field]) => errors[field] && isBlank(values[field]));
  const lacksOne = missing && Object.keys(errors).length === 1 && !Object.values(values).every(isBlank);
  const saveAnyway = lacksOne ? () => form.sendAs(send) : null;
  return { form, hasWords, isClosing, deleteNote, missing, saveAnyway, keepAsNew, discard };
}

/** Title and description. An empty field has no error message below it. */
function NoteFieldsets({ formik }: { formik: ReturnType<typeof useNoteForm>['form']['formik'] }) {
  const { values, errors, getFieldProps, setFieldValue } = formik;
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
      <DescriptionField
        name="noteDescription"
        message={tooLong('noteDescription')}
        className={styles.description}
        rows={10}
        description={values.noteDescription}
        onType={next => void setFieldValue('noteDescription', next)}
      />
    </>
  );
}
