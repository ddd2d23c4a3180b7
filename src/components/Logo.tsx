import styles from './Logo.module.css';

/** The product's logo and name. */
export const Logo = () => (
  <span className={styles.logo}>
    <svg viewBox="0 0 512 512" width="28" height="28" aria-hidden focusable="false">
      <rect width="512" height="512" rx="112" fill="#f7e7cf" />
      <circle cx="342" cy="196" r="92" fill="#ee7b45" />
      <g transform="rotate(-5 228 256)">
        <path d="M112 140h232v176l-56 56H112z" fill="#ffd866" />
        <path d="M344 316l-56 56v-44a12 12 0 0 1 12-12z" fill="#e0a92e" />
        <path
          d="M168 252l44 44 84-92"
          fill="none"
          stroke="#27364a"
          strokeWidth="34"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </g>
      <path d="M84 424h344" stroke="#27364a" strokeWidth="28" strokeLinecap="round" />
    </svg>
    <span>Daywall</span>
  </span>
);
