import { AtFoot } from '../../components/AtFoot';
import { Link } from '../../components/Link';
import { paths } from '../../routes';
import styles from '../../ui/StatusLine.module.css';

/** The way out of the page of an unknown title, which is otherwise empty (docs/rules.md, Routes). */
export const Nowhere = () => (
  <AtFoot>
    <div role="status" className={styles.line}>
      <p>
        <Link to={paths.today}>Today</Link>
      </p>
    </div>
  </AtFoot>
);
