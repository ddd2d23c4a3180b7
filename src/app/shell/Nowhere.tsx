import { useEffect } from 'react';
import { AtFoot } from '../../components/AtFoot';
import { Link } from '../../components/Link';
import { paths } from '../../routes';
import styles from '../../ui/StatusLine.module.css';

/** The page of an unknown title: nothing (docs/rules.md, Routes), and a way out where the status line is. */
export default function Nowhere() {
  useEffect(() => {
    document.title = 'Daywall';
  }, []);
  return (
    <AtFoot>
      <div role="status" className={styles.line}>
        <p>
          <Link to={paths.today}>Today</Link>
        </p>
      </div>
    </AtFoot>
  );
}
