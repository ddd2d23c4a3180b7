import { useEffect, useRef, useState } from 'react';
import { isTag, tagKey } from '../../shared/tags';
import { Button } from '../components/Button';
import { Field } from '../components/Field';
import { Notice } from '../components/messages/Notice';
import { copyText, NOT_COPIED } from '../drafts/copyText';
import { useAppDispatch, useAppSelector } from '../hooks';
import { dateWithYear, dayOf } from '../lib/days/days';
import { CALENDAR_ADDRESS_ID } from '../routes';
import { selectTags } from '../tags/tagSelectors';
import styles from './CalendarAddress.module.css';
import { addressClosed, addressRequested, selectCalendarAddress } from './calendarSlice';

/** The section of the settings with the account's calendar address. */
export default function CalendarAddress() {
  const dispatch = useAppDispatch();
  const { phase, feed, address, message } = useAppSelector(selectCalendarAddress);
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
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
  // An address for a tag that is not chosen yet would show all tasks.
  const make = () => {
    setIsMissing(typed !== null);
    if (typed === null) dispatch(addressRequested({ method: 'POST', only }));
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
          <Shown {...{ only, typed, isMissing }} onType={setTyped} onChoose={choose} />
          <div className={styles.actions}>
            <Button kind={feed ? 'quiet' : 'primary'} disabled={isAsking} isBusy={isAsking} onClick={make}>
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

/** The value of the choice behind which a tag is typed. */
const OTHER = '#';
/** More are typed. */
const MOST_TAGS = 100;

type ShownProps = {
  only: string;
  /** The tag that is being typed; null for none. */
  typed: string | null;
  isMissing: boolean;
  onType: (typed: string | null) => void;
  onChoose: (only: string) => void;
};

/** The choice of the tasks that the calendar shows. */
function Shown({ only, typed, isMissing, onType, onChoose }: ShownProps) {
  const tags = useAppSelector(selectTags).slice(0, MOST_TAGS);
  const isListed = !only.startsWith('#') || tags.some(({ tag }) => only === `#${tag}`);
  const select = useRef<HTMLSelectElement>(null);
  const end = () => {
    if (typed === null || !isTag(typed)) return;
    onType(null);
    onChoose(`#${tagKey(typed)}`);
  };
  return (
    <>
      <Field label="What it shows">
        {control => (
          <select
            {...control}
            ref={select}
            value={typed === null ? only : OTHER}
            onChange={({ target: { value } }) => {
              onType(value === OTHER ? '' : null);
              if (value !== OTHER) onChoose(value);
            }}
          >
            <option value="">All tasks</option>
            <option value="personal">Personal</option>
            <option value="work">Work</option>
            <optgroup label="Tasks with a tag">
              {tags.map(({ tag, word }) => (
                <option key={tag} value={`#${tag}`}>{`#${word}`}</option>
              ))}
              {!isListed && <option value={only}>{only}</option>}
              <option value={OTHER}>Another tag…</option>
            </optgroup>
          </select>
        )}
      </Field>
      {typed !== null && (
        <form
          onSubmit={event => {
            event.preventDefault();
            end();
            if (isTag(typed)) select.current?.focus();
          }}
        >
          <Field
            label="Tag"
            message={
              typed.trim() === ''
                ? isMissing && 'Type a tag first.'
                : !isTag(typed) && 'A tag begins with a letter, and has letters and digits.'
            }
          >
            {control => (
              <input
                {...control}
                value={typed}
                onBlur={end}
                onChange={({ target }) => onType(target.value)}
              />
            )}
          </Field>
        </form>
      )}
    </>
  );
}
