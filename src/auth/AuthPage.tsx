import { Outlet } from 'react-router-dom';
import { Mark } from '../components/Mark';
import styles from './AuthPage.module.css';

/** The card around the form of the current path. */
export const AuthPage = () => (
  <main className={styles.page}>
    <div className={styles.card}>
      <header className={styles.head}>
        <Mark />
        <p>Today’s tasks, and a wall for the rest.</p>
      </header>
      <Outlet />
    </div>
  </main>
);
