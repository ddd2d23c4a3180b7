import { useAppSelector } from '../hooks';
import { selectArithmetic } from './syncLogSelectors';
import styles from './SyncPage.module.css';

const number = new Intl.NumberFormat();

/** A sentence that says whether everything is saved; _Details_ shows the sum behind it. */
export function Arithmetic() {
  const sums = useAppSelector(selectArithmetic);
  return (
    <>
      <p className={styles.sentence}>{inSentence(sums)}</p>
      <details className={styles.sum}>
        <summary>Details</summary>
        <Sum {...sums} />
      </details>
    </>
  );
}

type Sums = ReturnType<typeof selectArithmetic>;

function inSentence({ waiting, blocked }: Sums) {
  const open = waiting + blocked;
  if (open === 0) return 'Everything is saved';
  return open === 1 ? '1 change is not saved yet' : `${number.format(open)} changes are not saved yet`;
}

/** `12 made = 9 confirmed + 2 waiting + 0 blocked + 1 discarded`. */
function Sum({ made, confirmed, waiting, blocked, takenBack }: Sums) {
  const terms: [string, number, string][] = [
    ['=', confirmed, 'confirmed'],
    ['+', waiting, 'waiting'],
    ['+', blocked, 'blocked'],
    ['+', takenBack, 'discarded'],
  ];
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
