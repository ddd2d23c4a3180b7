import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { CloseButton } from '../../components/Button';
import { PageHeading } from '../../components/PageHeading';
import { useKeyboardInset } from '../../components/hooks/useKeyboardInset';
import styles from './TaskFrame.module.css';

type Props = { page: string; back: string; children: ReactNode };

/** Gives the focus up before the form is removed: removing a focused element lays out the page, half changed as it is. */
const giveUpFocus = (element: HTMLElement | null) => () => {
  if (element?.contains(document.activeElement)) (document.activeElement as HTMLElement).blur();
};

/** The paper sheet of a task's form. */
export function TaskFrame({ page, back, children }: Props) {
  const navigate = useNavigate();
  useKeyboardInset();
  return (
    <div ref={giveUpFocus} className={styles.place}>
      <header className={styles.head}>
        <PageHeading page={page} className={styles.heading}>
          Task:
        </PageHeading>
        <CloseButton onClick={() => void navigate(back)} />
      </header>
      <div className={styles.sheet}>{children}</div>
    </div>
  );
}
