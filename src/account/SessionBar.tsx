import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useAppSelector } from '../hooks';
import { selectUser } from '../auth/authSlice';
import { Button } from '../components/Button';
import { timeInWords } from '../lib/days/times';
import { proofSchema, ChangeForm } from './ChangeForm';
import { sessionExtendRequested } from './accountSlice';
import styles from './SessionBar.module.css';

/** The open note, which covers the page and makes it unreachable; null without one. */
const useCover = () => useSyncExternalStore(follow, find);

const find = () => document.querySelector<HTMLElement>('dialog[open][data-covers]');

function follow(listener: () => void) {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
  return () => observer.disconnect();
}

/** Offers to renew the session: below the page, or at the foot of the note that covers it. */
export function SessionBar() {
  const cover = useCover();
  return cover ? createPortal(<Bar />, cover) : <Bar />;
}

/** When it closes, the focus returns to the field it came from. */
function Bar() {
  const user = useAppSelector(selectUser);
  const [isOpen, setIsOpen] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const cameFrom = useRef<HTMLElement>(null);

  useEffect(() => {
    if (isOpen) bar.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus();
  }, [isOpen]);
  useLayoutEffect(() => {
    const element = bar.current!;
    return () => {
      if (!element.contains(document.activeElement)) return;
      const back = cameFrom.current?.isConnected ? cameFrom.current : document.querySelector('h1');
      back?.focus({ preventScroll: true });
    };
  }, []);

  return (
    <aside
      ref={bar}
      aria-label="Your session"
      className={styles.bar}
      onFocus={({ relatedTarget }) => {
        if (
          relatedTarget?.matches('a, button, input, select, textarea') &&
          !bar.current!.contains(relatedTarget)
        )
          cameFrom.current = relatedTarget as HTMLElement;
      }}
    >
      <p role="status">
        <span>You’ll be signed out at </span>
        <bdi>{user && timeInWords(user.expiryDate)}</bdi>
        <span>. Nothing you wrote is lost.</span>
      </p>
      {isOpen ? (
        <ChangeForm<{ password: string }>
          change="stay"
          fields={[{ name: 'password', label: 'Password', autoComplete: 'current-password' }]}
          schema={proofSchema}
          username={user?.email}
          className={styles.form}
          submit="Stay signed in"
          waiting="One moment…"
          toRequest={({ password }) => sessionExtendRequested(password)}
        />
      ) : (
        <Button onClick={() => setIsOpen(true)}>Stay signed in</Button>
      )}
    </aside>
  );
}
