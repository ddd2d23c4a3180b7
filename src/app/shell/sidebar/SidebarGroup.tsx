import { NavLink } from '../../../components/Link';
import { selectAreCountsKnown, selectCountIn, type View } from '../../../tasks/tasksSelectors';
import { Icon } from '../../../components/Icon';
import { useAppSelector } from '../../../hooks';
import styles from './Sidebar.module.css';
import { groups } from './links';

type Props = { title: keyof typeof groups; onChoice: () => void };

export function SidebarGroup({ title, onChoice }: Props) {
  return (
    <div>
      <h2 className={styles.title}>{title}</h2>
      <ul>
        {groups[title].map(({ name, path, icon, view }) => (
          <li key={path}>
            <NavLink to={path} className={styles.link} onClick={onChoice}>
              <Icon of={icon} size={18} />
              {name}
              {view && <Count view={view} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Hidden from screen readers, so that the link's name is exactly the view's name. */
function Count({ view }: { view: View }) {
  const count = useAppSelector(selectCountIn[view]);
  const isKnown = useAppSelector(selectAreCountsKnown);
  return (
    <span className={styles.count} aria-hidden>
      {isKnown && count > 0 && count.toLocaleString()}
    </span>
  );
}
