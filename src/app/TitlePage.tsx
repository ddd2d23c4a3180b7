import { useEffect } from 'react';
import { useOutlet, useParams } from 'react-router-dom';
import { TaskListView } from '../tasks/TaskListView';
import { isView } from '../tasks/views';
import { DonePage, StickyWall, TrashPage } from './chunks';
import { isTitle } from './paths';
import styles from './TitlePage.module.css';

/**
 * The page of `/tasks/{title}`, with the open task's form beside it, or over it on narrow screens; the list stays
 * mounted and keeps its scroll position. An unknown title shows nothing.
 */
export function TitlePage() {
  const { title = '', id } = useParams();
  const form = useOutlet();
  const isWall = title === 'sticky-wall' && !form;
  return (
    <div className={styles.page} data-open={form ? '' : undefined} data-wall={isWall ? '' : undefined}>
      <div className={styles.list}>
        {isView(title) && <TaskListView key={title} view={title} openId={form ? Number(id) : null} />}
        {isWall && <StickyWall />}
        {title === 'done' && <DonePage openId={form ? Number(id) : null} />}
        {title === 'trash' && !form && <TrashPage />}
        {!isTitle(title) && !form && <Nothing />}
      </div>
      {form && <div className={styles.form}>{form}</div>}
    </div>
  );
}

/** The page of an unknown title. */
function Nothing() {
  useEffect(() => {
    document.title = 'Daywall';
  }, []);
  return null;
}
