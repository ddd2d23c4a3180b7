import { Outlet } from 'react-router-dom';
import { Logo } from '../components/Logo';
import styles from './AuthPage.module.css';

/** The card around the form of the current path. */
export const AuthPage = () => (
  <main className={styles.page}>
    <div className={styles.card}>
      <Logo />
      <Outlet />
    </div>
  </main>
);
