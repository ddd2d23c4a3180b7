import { useEffect, useId } from 'react';
import { TextButton } from '../components/Button';
import { Field } from '../components/Field';
import { Notice } from '../components/messages/Notice';
import { useAppDispatch, useAppSelector } from '../hooks';
import type { Settings } from '../settings/settings';
import { settingsChange } from '../settings/settingsChange';
import { selectSettings } from '../settings/settingsSlice';
import { requestChange } from '../sync/operations';
import { REMIND_CHOICES } from '../tasks/remindChoices';
import styles from './RemindersSection.module.css';
import { namesRequested, pushRequested, selectPush, settingsOpened } from './remindersSlice';

/** Why push cannot be switched on here, and what would help. */
const OBSTACLES = {
  denied:
    'Notifications of this site are blocked in this browser. Allow them by the icon beside the address, then open this page again.',
  insecure:
    'Notifications need https. Open Daywall at an address that begins with https, or on the machine itself at localhost.',
  iphone:
    'On an iPhone or iPad add Daywall to the Home Screen first (Share, then Add to Home Screen). Open it there and switch this on.',
  browser: 'This browser has no push messages. Try a current Chrome, Edge, Firefox or Safari.',
  unserved:
    'This needs Daywall’s own server: this site is on Firebase alone. Reminders come while a tab is open.',
};

/** The section of the settings about reminders: the default of new times, and push on this device. */
export default function RemindersSection() {
  const id = useId();
  const dispatch = useAppDispatch();
  const settings = useAppSelector(selectSettings);
  useEffect(() => void dispatch(settingsOpened()), [dispatch]);
  const choose = (remind: Settings['remind'] | null) =>
    void dispatch(requestChange(settingsChange(settings, { remind })));
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>Reminders</h2>
      <Field label="Default reminder">
        {control => (
          <select
            {...control}
            value={settings.remind ?? ''}
            onChange={({ target: { value } }) =>
              choose(value === '' ? null : (Number(value) as Settings['remind']))
            }
          >
            {REMIND_CHOICES.map(([minutes, words]) => (
              <option key={words} value={minutes ?? ''}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ThisDevice />
    </section>
  );
}

/** The switch of push on this device. */
function ThisDevice() {
  const dispatch = useAppDispatch();
  const push = useAppSelector(selectPush);
  const about = useId();
  const isOn = push.phase === 'on';
  const isUnable = push.phase === 'unable' || push.phase === 'unknown';
  return (
    <>
      <div className={styles.choice}>
        <label>
          <input
            type="checkbox"
            role="switch"
            checked={isOn || push.phase === 'asking'}
            disabled={isUnable || push.phase === 'asking'}
            aria-describedby={about}
            onChange={({ target }) => dispatch(pushRequested(target.checked))}
          />
          <span>On this device</span>
        </label>
        <p id={about} className={styles.quiet}>
          Reminders come here also while Daywall is closed. Your browser asks whether it may notify you.
        </p>
      </div>
      {push.phase === 'unable' && <p role="status">{OBSTACLES[push.why]}</p>}
      {push.phase === 'failed' && (
        <Notice kind="failure">
          <span>{push.message}</span>{' '}
          <TextButton onClick={() => dispatch(pushRequested(true))}>Retry</TextButton>
        </Notice>
      )}
      {isOn && (
        <div className={styles.choice}>
          <label>
            <input
              type="checkbox"
              role="switch"
              checked={push.hasNames}
              aria-describedby={`${about}-names`}
              onChange={({ target }) => dispatch(namesRequested(target.checked))}
            />
            <span>Show task names in notifications</span>
          </label>
          <p id={`${about}-names`} className={styles.quiet}>
            Names then go through the push service of your browser, encrypted. Without them a message says
            only that something is due.
          </p>
        </div>
      )}
    </>
  );
}
