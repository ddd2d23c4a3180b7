import { paths } from '../app/paths';
import { AtFoot } from '../components/AtFoot';
import styles from './Drag.module.css';

const PLACES = [
  { name: 'Today', path: paths.today },
  { name: 'Personal', path: paths.personal },
  { name: 'Work', path: paths.work },
];

/** What rows can be dropped on where the sidebar is closed; only seen there, and while rows are dragged. */
export const DropStrip = () => (
  <AtFoot>
    <section className={styles.strip} aria-label="Drop on">
      <ul>
        {PLACES.map(({ name, path }) => (
          <li key={path} data-drop={path}>
            {name}
          </li>
        ))}
      </ul>
    </section>
  </AtFoot>
);
