import { useState } from 'react';
import type { FieldInputProps } from 'formik';
import { Button } from '../../components/Button';
import { Field } from '../../components/Field';
import { attempt } from '../../lib/attempt';
import { REMIND_CHOICES } from '../remindChoices';
import styles from './RemindField.module.css';

/** Another number of minutes, as *In an hour* makes it. */
const others = (value: string): (readonly [number, string])[] =>
  value === '' || REMIND_CHOICES.some(([minutes]) => String(minutes) === value)
    ? []
    : [[Number(value), `${Number(value).toLocaleString()} minutes before`]];

/** When to remind of a task with a time, and the way to permit it. */
export default function RemindField(field: FieldInputProps<string>) {
  return (
    <div className={styles.remind}>
      <Field label="Remind me">
        {control => (
          <select {...control} {...field}>
            {[...REMIND_CHOICES, ...others(field.value)].map(([minutes, words]) => (
              <option key={words} value={minutes ?? ''}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
      {field.value !== '' && <Permission />}
    </div>
  );
}

const permissionNow = () => attempt(() => Notification.permission) ?? 'none';

/** A reminder needs the browser's permission, which is asked for by a button. */
function Permission() {
  const [permission, setPermission] = useState(permissionNow);
  if (permission === 'granted') return null;
  if (permission === 'default')
    return (
      <div className={styles.ask}>
        <p>Your browser shows reminders once you allow it.</p>
        <Button onClick={async () => setPermission(await Notification.requestPermission())}>
          Allow notifications
        </Button>
      </div>
    );
  return (
    <p className={styles.ask}>
      {permission === 'denied'
        ? 'This browser blocks notifications of Daywall: My day will list the reminder. Allow them by the icon beside the address.'
        : 'This browser shows no notifications here: My day will list the reminder.'}
    </p>
  );
}
