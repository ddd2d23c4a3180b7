import { useEffect, useState } from 'react';
import { isTag, tagKey } from '../../../shared/tags';
import { Button } from '../../components/Button';
import { Field } from '../../components/Field';
import { Notice } from '../../components/messages/Notice';
import { copyText, NOT_COPIED } from '../../drafts/copyText';
import { useAppDispatch, useAppSelector } from '../../hooks';
import { dateWithYear, dayOf } from '../../lib/days/days';
import { CALENDAR_ADDRESS_ID } from '../../routes';
import styles from './CalendarAddress.module.css';
import { addressClosed, addressRequested, selectCalendarAddress } from './calendarSlice';

/** The section of the settings with the account's calendar address. */
export default function CalendarAddress() {
  const dispatch = useAppDispatch();
  const { phase, feed, address, message } = useAppSelector(selectCalendarAddress);
  const [chosen, setChosen] = useState('');
  useEffect(() => {
    dispatch(addressRequested({ method: 'GET' }));
    return () => void dispatch(addressClosed());
  }, [dispatch]);
  useEffect(() => {
    if (location.hash === `#${CALENDAR_ADDRESS_ID}`)
      document.getElementById(CALENDAR_ADDRESS_ID)?.scrollIntoView?.();
  }, []);
  const only = feed?.only ?? chosen;
  const choose = (next: string) => {
    setChosen(next);
    if (feed) dispatch(addressRequested({ method: 'PATCH', only: next }));
  };
  const isAsking = phase === 'asking';
  return (
    <section aria-labelledby={CALENDAR_ADDRESS_ID} aria-busy={isAsking} className={styles.section}>
      <h2 id={CALENDAR_ADDRESS_ID}>Calendar address</h2>
      <p>
        Other apps can show your tasks with a date: Google Calendar, Apple Calendar, Outlook, Thunderbird.
      </p>
      {phase === 'unserved' && (
        <p role="status">
          This needs Daywall’s own server. This site is on Firebase alone, which has no calendar addresses.
        </p>
      )}
      {phase === 'failed' && (
        <Notice kind="failure">
          <span>{message}</span>{' '}
          <Button onClick={() => dispatch(addressRequested({ method: 'GET' }))}>Retry</Button>
        </Notice>
      )}
      {(phase === 'known' || isAsking) && (
        <>
          {address !== null && <NewAddress key={address} address={address} />}
          {feed && address === null && (
            <p role="status">{`You have an address, made on ${dateWithYear(dayOf(feed.createdAt))}. It is not shown again: if you lost it, make a new one.`}</p>
          )}
          <Shown key={only} only={only} onChoose={choose} />
          <div className={styles.actions}>
            <Button
              kind={feed ? 'quiet' : 'primary'}
              disabled={isAsking}
              isBusy={isAsking}
              onClick={() => dispatch(addressRequested({ method: 'POST', only }))}
            >
              {feed ? 'Make a new address' : 'Make an address'}
            </Button>
            {feed && (
              <Button
                kind="danger"
                disabled={isAsking}
                onClick={() => dispatch(addressRequested({ method: 'DELETE' }))}
              >
                Revoke
              </Button>
            )}
          </div>
          <p className={styles.quiet}>
            Google Calendar looks for changes every 8 to 24 hours, Apple Calendar within a day. A new address
            ends the one before; so does Revoke.
          </p>
        </>
      )}
    </section>
  );
}

/** The address that was just made, to be copied. */
function NewAddress({ address }: { address: string }) {
  const [said, setSaid] = useState('');
  return (
    <div className={styles.address}>
      <Field label="Your new address">
        {control => (
          <input {...control} readOnly dir="ltr" value={address} onFocus={({ target }) => target.select()} />
        )}
      </Field>
      <Button kind="primary" onClick={async () => setSaid((await copyText(address)) ? 'Copied' : NOT_COPIED)}>
        Copy
      </Button>
      <p>Copy it now: it is not shown again. Whoever has it can read these tasks.</p>
      <p role="status">{said}</p>
    </div>
  );
}

/** The choice of the tasks that the calendar shows. */
function Shown({ only, onChoose }: { only: string; onChoose: (only: string) => void }) {
  const [isTagChosen, setIsTagChosen] = useState(only.startsWith('#'));
  const [tag, setTag] = useState(only.startsWith('#') ? only.slice(1) : '');
  const isWrong = tag.trim() !== '' && !isTag(tag);
  const end = () => {
    if (isTag(tag) && `#${tagKey(tag)}` !== only) onChoose(`#${tagKey(tag)}`);
  };
  return (
    <>
      <Field label="What it shows">
        {control => (
          <select
            {...control}
            value={isTagChosen ? '#' : only}
            onChange={({ target: { value } }) => {
              setIsTagChosen(value === '#');
              if (value !== '#') onChoose(value);
            }}
          >
            <option value="">All tasks</option>
            <option value="personal">Personal</option>
            <option value="work">Work</option>
            <option value="#">Tasks with a tag</option>
          </select>
        )}
      </Field>
      {isTagChosen && (
        <form
          onSubmit={event => {
            event.preventDefault();
            end();
          }}
        >
          <Field label="Tag" message={isWrong && 'A tag begins with a letter, and has letters and digits.'}>
            {control => (
              <input {...control} value={tag} onBlur={end} onChange={({ target }) => setTag(target.value)} />
            )}
          </Field>
        </form>
      )}
    </>
  );
}
