import { tagName } from '../../shared/tags';
import { use, type ReactNode } from 'react';
import { Empty, ImportWaits } from '../components/messages/Empty';
import { PageHeading } from '../components/PageHeading';
import { useHue } from '../components/TagChip';
import { useAppSelector } from '../hooks';
import { allCounted } from '../lib/text/counted';
import { tagPath } from '../routes';
import { NotesSection } from '../notes/wall/NotesSection';
import { SectionHeading } from '../tasks/views/SectionHeading';
import { SkeletonRows } from '../tasks/views/SkeletonRows';
import { SectionRows } from '../tasks/views/TaskRows';
import { TasksFailure } from '../tasks/views/TasksFailure';
import { selectAreTasksKnown, selectTasksPhase } from '../tasks/tasksSelectors';
import { selectToday } from '../ui/uiSlice';
import { TagChoices } from './TagChoices';
import { selectNotesWith, selectSectionsWith, selectSpelling, selectTag } from './tagSelectors';
import styles from './TagPage.module.css';

type Props = {
  tag: string;
  /** The task that is open beside the list. */
  openId: number | null;
};

/** The page of a tag: its open tasks by day, then the notes that have it. */
export function TagPage({
  tag,
  openId,
  children,
}: Props & { /** The line that adds a task. */ children: ReactNode }) {
  const word = useAppSelector(state => selectSpelling(state, tag));
  const notes = useAppSelector(state => selectNotesWith(state, tag));
  const style = useHue(tag);
  return (
    <section className={styles.page}>
      <header className={styles.head} style={style}>
        <PageHeading page={`#${tag}`} isMain={openId === null} className={styles.name}>
          {tagName(word)}
        </PageHeading>
        <About tag={tag} />
        <TagChoices tag={tag} word={word} />
      </header>
      <div className={styles.sections}>
        <div className={styles.tasks}>
          {children}
          <Tasks tag={tag} openId={openId} />
        </div>
        <NotesSection notes={notes} />
      </div>
    </section>
  );
}

/** The numbers of open tasks and notes. */
function About({ tag }: Pick<Props, 'tag'>) {
  const { tasks = 0, notes = 0 } = useAppSelector(state => selectTag(state, tag)) ?? {};
  return <p className={styles.about}>{allCounted({ task: tasks, note: notes }).join(' · ')}</p>;
}

function Tasks({ tag, openId }: Props) {
  const today = useAppSelector(selectToday);
  const sections = useAppSelector(state => selectSectionsWith(state, tag));
  const hasNotes = useAppSelector(state => selectNotesWith(state, tag).length > 0);
  const isUsed = useAppSelector(state => selectTag(state, tag) !== undefined);
  const isKnown = useAppSelector(selectAreTasksKnown);
  const hasFailed = useAppSelector(selectTasksPhase) === 'failed';
  const isImportWaiting = use(ImportWaits);
  return (
    <>
      {hasFailed && <TasksFailure isShown={isKnown || sections.length > 0} />}
      {sections.length > 0 ? (
        <SectionRows
          list={tagPath(tag).slice(1)}
          sections={sections}
          heading={section => <SectionHeading section={section} today={today} />}
          openId={openId}
        />
      ) : isKnown && !hasNotes && !isImportWaiting ? (
        <Empty
          drawing={
            <>
              <path d="M30 50 62 18h26v26L56 76z" />
              <circle cx="76" cy="30" r="5" data-sun />
            </>
          }
        >
          <p>{isUsed ? 'Nothing open has this tag' : `Nothing has the tag #${tag} yet`}</p>
        </Empty>
      ) : (
        !isKnown && !hasFailed && <SkeletonRows />
      )}
    </>
  );
}
