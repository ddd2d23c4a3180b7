import { Outlet } from 'react-router-dom';
import { Mark } from '../components/Mark';
import styles from './AuthPage.module.css';

/** A card on the desk, with the form that the address names. */
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
