import type { Ref } from 'react';
import type { useFormik } from 'formik';
import { Field } from '../components/Field';
import styles from './TaskFrame.module.css';
import type { TaskValues } from './taskValues';

type Formik = Pick<ReturnType<typeof useFormik<TaskValues>>, 'values' | 'errors' | 'getFieldProps'>;

/** The four fields. Only what is too long is told: that a field is empty can be seen. */
export function TaskControls({ formik, title }: { formik: Formik; title?: Ref<HTMLInputElement> }) {
  const { values, errors, getFieldProps } = formik;
  const tooLong = (field: keyof TaskValues) =>
    values[field] !== '' && errors[field]?.includes('at most') && errors[field];
  return (
    <>
      <Field label="Title" message={tooLong('taskName')}>
        {control => (
          <input
            {...control}
            {...getFieldProps('taskName')}
            ref={title}
            placeholder="Title of your task"
            autoComplete="off"
            dir="auto"
          />
        )}
      </Field>
      <Field label="Description" message={tooLong('taskDescription')}>
        {control => (
          <textarea
            {...control}
            {...getFieldProps('taskDescription')}
            placeholder="Description"
            rows={4}
            dir="auto"
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Field label="List">
          {control => (
            <select {...control} {...getFieldProps('taskList')}>
              <option value="" disabled hidden />
              <option value="personal">Personal</option>
              <option value="work">Work</option>
            </select>
          )}
        </Field>
        <Field label="Due Date">
          {control => <input {...control} {...getFieldProps('taskDueDay')} type="date" max="9999-12-31" />}
        </Field>
      </div>
    </>
  );
}
