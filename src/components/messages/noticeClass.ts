import styles from './Notice.module.css';

export const noticeClass = (kind: 'status' | 'failure', isOver = false) =>
  `${styles.notice} ${styles[kind]} ${isOver ? styles.over : ''}`;
