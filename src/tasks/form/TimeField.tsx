import { useState, type FocusEvent } from 'react';
import type { FieldInputProps } from 'formik';
import { Field } from '../../components/Field';
import { afterPress } from '../../components/input/pressing';

/** The time of day, beside the due date. A time of which a part is missing is none, which the field says once it is left. */
export function TimeField({ onBlur, ...field }: FieldInputProps<string>) {
  const [isPart, setIsPart] = useState(false);
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const { badInput } = event.target.validity;
    afterPress(() => setIsPart(badInput));
    onBlur(event);
  };
  return (
    <Field label="Time" message={isPart && field.value === '' && 'Write hours and minutes'}>
      {control => <input {...control} {...field} type="time" onBlur={leave} />}
    </Field>
  );
}
