import { useAppSelector } from '../hooks';
import { selectArithmetic } from './syncLogSelectors';
import styles from './SyncPage.module.css';

const number = new Intl.NumberFormat('en-GB');

/** `12 made = 9 confirmed + 2 waiting + 0 blocked + 1 discarded`. */
export function Arithmetic() {
  const { made, confirmed, waiting, blocked, takenBack, uncounted } = useAppSelector(selectArithmetic);
  const terms: [string, number, string][] = [
    ['=', confirmed, 'confirmed'],
    ['+', waiting, 'waiting'],
    ['+', blocked, 'blocked'],
    ['+', takenBack, 'discarded'],
  ];
  if (uncounted !== 0) terms.push(['+', uncounted, 'ended while this device could not store it']);
  return (
    <p className={styles.arithmetic} data-testid="arithmetic">
      <Term count={made} name="made" />
      {terms.map(([sign, count, name]) => (
        <span key={name} className={styles.side}>
          {' '}
          <span className={styles.sign}>{sign}</span> <Term count={count} name={name} />
        </span>
      ))}
    </p>
  );
}

const Term = ({ count, name }: { count: number; name: string }) => (
  <span className={styles.term}>
    <strong>{number.format(count)}</strong> {name}
  </span>
);
